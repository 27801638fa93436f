// Two servers that share something, and never end. Each says that it wants to have it, looks whether the other one does, and withdraws:
// both can withdraw for ever. Servers are meant to go round, so a round of theirs is no livelock by itself. heddle_progress() says where
// they get on: a round without it is one then.
//
// Without the calls (-DSILENT) nothing is found. The fix (-DFIXED): only one of the two withdraws.
//
//   heddle check 32-progress.c
//   heddle check -DSILENT 32-progress.c
//   heddle check -DFIXED 32-progress.c
//
// heddle: verdict=bug kind=livelock cause=cycle
// heddle: verdict=inconclusive args=-DSILENT -i 300
// heddle: verdict=inconclusive args=-DFIXED -i 300
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wants[2];

static void progress(void) {
#ifndef SILENT
    heddle_progress();
#endif
}

static _Noreturn void serve(int me) {
    for (;;) {
        wants[me] = 1;
#ifdef FIXED
        if (me == 1 && wants[0]) {
#else
        if (wants[!me]) {
#endif
            wants[me] = 0;
            continue;
        }
        while (wants[!me] == 2) {
        }
        wants[me] = 2;
        progress();
        wants[me] = 0;
    }
}

static void *other(void *unused) {
    (void)unused;
    serve(1);
}

int main(void) {
    pthread_t thread;
    progress(); /* from here on rounds without it count */
    pthread_create(&thread, NULL, other, NULL);
    serve(0);
}
