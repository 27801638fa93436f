// A thread that a constructor creates, before main. Constructors that come before are run once, and what they leave is there.
//
//   (nothing)     main and the thread write one variable
//   -DDEADLOCK    they take two mutexes in opposite orders
//   -DCREATED     a constructor that comes later looks at what the thread has done
// The fix (-DFIXED): a mutex, one order, joining the thread.
//
//   heddle check c-examples/soundness/constructor-thread.c
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=bug kind=deadlock cause=lock-cycle args=-DDEADLOCK
// heddle: verdict=clean args=-DDEADLOCK -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=-DCREATED
// heddle: verdict=clean args=-DCREATED -DFIXED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_t thread;
static atomic_int done;
static int *value;

static void update(int first, int second) {
    pthread_mutex_lock(&locks[first]);
    pthread_mutex_lock(&locks[second]);
    ++*value;
    pthread_mutex_unlock(&locks[second]);
    pthread_mutex_unlock(&locks[first]);
}

static void *work(void *unused) {
    update(0, 1);
    atomic_store(&done, 1);
    return unused;
}

__attribute__((constructor)) static void allocates(void) { value = calloc(1, sizeof *value); }

__attribute__((constructor)) static void starts(void) {
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        exit(0);
    }
}

__attribute__((constructor)) static void looks(void) {
#ifdef CREATED
#ifdef FIXED
    pthread_join(thread, NULL);
#endif
    assert(atomic_load(&done));
#endif
}

__attribute__((destructor)) static void ends(void) {
#if !(defined CREATED && defined FIXED)
    pthread_join(thread, NULL);
#endif
    free(value);
}

int main(void) {
#if defined DEADLOCK && !defined FIXED
    update(1, 0);
#elif defined FIXED || defined CREATED
    update(0, 1);
#else
    *value = 2;
#endif
    return 0;
}
