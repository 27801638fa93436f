// Two workers wait for jobs by poll, each in an inbox of its own, and both for the end of one more pipe, which tells them to stop. A worker
// that looks for that first leaves jobs in its inbox. With -DFIXED it stops where its inbox is empty. What one worker does has nothing to do
// with the inbox of the other one; -DJOBS=n gives each n jobs.
//
//   heddle check 80-event-loops.c
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=clean args=-DFIXED -DJOBS=3
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

#ifndef JOBS
#define JOBS 2
#endif
#define WORKERS 2
enum { READER, WRITER };

static int inboxes[WORKERS][2], stop[2], done[WORKERS];

static void *works(void *number) {
    int inbox = inboxes[(intptr_t)number][READER];
    struct pollfd asked[] = {{.fd = inbox, .events = POLLIN}, {.fd = stop[READER], .events = POLLIN}};
    for (;;) {
        poll(asked, 2, -1);
#ifdef FIXED
        if (!asked[0].revents) {
            return NULL;
        }
#else
        if (asked[1].revents) {
            return NULL;
        }
#endif
        char job;
        read(inbox, &job, 1);
        done[(intptr_t)number]++;
    }
}

int main(void) {
    pthread_t workers[WORKERS];
    pipe(stop);
    for (intptr_t i = 0; i < WORKERS; i++) {
        pipe(inboxes[i]);
        pthread_create(&workers[i], NULL, works, (void *)i);
    }
    for (int job = 0; job < JOBS; job++) {
        for (int i = 0; i < WORKERS; i++) {
            write(inboxes[i][WRITER], "j", 1);
        }
    }
    close(stop[WRITER]);
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(workers[i], NULL);
        assert(done[i] == JOBS);
    }
    return 0;
}
