// Lines from thread to thread, through a pipe and streams made by fdopen. The writer has to send what is in its buffer before it waits
// for the answer.
//
// The bug (-DFORGETS): it does not.
//
//   heddle check 68-pipe-stream.c
//   heddle check -DFORGETS 68-pipe-stream.c
//
// heddle: verdict=clean
// heddle: verdict=bug kind=deadlock cause=descriptor args=-DFORGETS
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int ends[2];
static sem_t answered;

static void *reader(void *unused) {
    char line[32];
    FILE *stream = fdopen(ends[0], "r");
    while (fgets(line, sizeof line, stream)) {
        assert(strcmp(line, "a line\n") == 0);
        sem_post(&answered);
    }
    fclose(stream);
    return unused;
}

int main(void) {
    pthread_t thread;
    sem_init(&answered, 0, 0);
    assert(pipe(ends) == 0);
    pthread_create(&thread, NULL, reader, NULL);
    FILE *stream = fdopen(ends[1], "w");
    fputs("a line\n", stream);
#ifndef FORGETS
    fflush(stream);
#endif
    sem_wait(&answered);
    fclose(stream);
    pthread_join(thread, NULL);
    sem_destroy(&answered);
    return 0;
}
