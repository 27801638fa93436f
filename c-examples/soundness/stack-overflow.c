// A recursion that is deeper in one order than in the other, and too deep for the stack: 20 MiB, where a thread has 8 unless it asks for
// more, or for less.
//
//   heddle check c-examples/soundness/stack-overflow.c
//
// heddle: verdict=bug kind=crash cause=SIGSEGV
// heddle: verdict=clean args=-DDEPTH=7
// heddle: verdict=clean args=-DROOM=24
// heddle: verdict=bug kind=crash cause=SIGSEGV args=-DROOM=24 -DDEPTH=40
// heddle: verdict=bug kind=crash cause=SIGSEGV args=-DROOM=1 -DDEPTH=3
// heddle: verdict=clean args=-DROOM=4 -DDEPTH=3
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef DEPTH
#define DEPTH 20 /* MiB */
#endif
#define FRAME 4096

static atomic_int arrived;

static int descend(int frames, volatile char *caller) {
    volatile char frame[FRAME];
    frame[0] = frame[FRAME - 1] = 1;
    int below = frames > 0 ? descend(frames - 1, frame) : 0;
    return below + frame[0] + (caller ? caller[0] : 0);
}

static void *shallow(void *unused) {
    atomic_fetch_add(&arrived, 1);
    return unused;
}

static void *deep(void *unused) {
    if (atomic_fetch_add(&arrived, 1) == 1) {
        descend(DEPTH * 1024 * 1024 / FRAME, NULL);
    }
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
#ifdef ROOM
    pthread_attr_setstacksize(&attributes, (size_t)ROOM * 1024 * 1024);
#endif
    pthread_create(&threads[0], &attributes, shallow, NULL);
    pthread_create(&threads[1], &attributes, deep, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
