// executions: 3
// The thread has ended when main first tries, or when it tries again, or main goes round its loop until it has.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>

static int done;

static void *work(void *unused) {
    done = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    while (pthread_tryjoin_np(thread, NULL) == EBUSY) {
        sched_yield();
    }
    return !done;
}
