// A thread hands out the address of its thread-local variable, which another one uses when the thread may have ended.
//
// heddle: verdict=bug kind=use-after-free cause=thread-local-of-ended-thread races=1
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=bug kind=use-after-free cause=thread-local-of-ended-thread args=-DJOINED
// heddle: verdict=clean args=-DJOINED -DFIXED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <threads.h>

static thread_local int own[4];
static int *_Atomic where;
static atomic_int done;

static void *hands_out(void *unused) {
    own[2] = 7;
    atomic_store(&where, &own[2]);
#if defined FIXED && !defined JOINED
    while (!atomic_load(&done)) {
    }
#endif
    return unused;
}

static void *uses(void *unused) {
    int *it;
    while (!(it = atomic_load(&where))) {
    }
    assert(*it == 7);
    atomic_store(&done, 1);
    return unused;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, NULL, hands_out, NULL);
#ifdef JOINED
    pthread_join(one, NULL);
#ifdef FIXED
    atomic_store(&where, &own[2]);
    own[2] = 7;
#endif
    pthread_create(&other, NULL, uses, NULL);
#else
    pthread_create(&other, NULL, uses, NULL);
    pthread_join(one, NULL);
#endif
    pthread_join(other, NULL);
    return 0;
}
