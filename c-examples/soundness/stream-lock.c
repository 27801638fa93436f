// Each function of stdio takes the lock of its stream, and flockfile takes it for several: with a mutex taken in the other order, that is a
// deadlock. Two threads that write to one pipe by fdopen wait for each other's call, and no longer.
//
//   heddle check c-examples/soundness/stream-lock.c
//
// heddle: verdict=bug kind=deadlock cause=lock-cycle
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=clean args=-DPIPE
// heddle: verdict=bug kind=misuse cause="funlockfile: the calling thread does not hold the mutex" args=-DUNLOCK
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#if defined PIPE
static int ends[2];
static FILE *out;

static void *writes(void *unused) {
    fputs("ab\n", out);
    fflush(out);
    return unused;
}

static void *reads(void *unused) {
    char text[16];
    for (int got = 0; got < 6;) {
        got += (int)read(ends[0], text, sizeof text);
    }
    return unused;
}

int main(void) {
    pthread_t threads[3];
    if (pipe(ends) != 0) {
        return 1;
    }
    out = fdopen(ends[1], "w");
    pthread_create(&threads[0], NULL, writes, NULL);
    pthread_create(&threads[1], NULL, writes, NULL);
    pthread_create(&threads[2], NULL, reads, NULL);
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
#elif defined UNLOCK
int main(void) {
    funlockfile(stdout);
    return 0;
}
#else
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *logs(void *unused) {
    flockfile(stdout);
    fputs("begin ", stdout);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    fputs("end\n", stdout);
    funlockfile(stdout);
    return unused;
}

static void *works(void *unused) {
    pthread_mutex_lock(&mutex);
#ifndef FIXED
    puts("at work");
#endif
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t logger, worker;
    pthread_create(&logger, NULL, logs, NULL);
    pthread_create(&worker, NULL, works, NULL);
    pthread_join(logger, NULL);
    pthread_join(worker, NULL);
    return 0;
}
#endif
