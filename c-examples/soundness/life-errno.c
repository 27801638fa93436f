// A thread shows another one its errno, or a variable of its own, which that one sets. The bug: the first thread may have ended by then, and
// the variable with it, though it has never used it.
//
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=bug kind=use-after-free cause=thread-local-of-ended-thread
// heddle: verdict=clean args=-DFIXED -DVARIABLE
// heddle: verdict=bug kind=use-after-free cause=thread-local-of-ended-thread args=-DVARIABLE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef VARIABLE
static _Thread_local int own[4];
#define OWN own[1]
#else
#define OWN errno
#endif

static _Atomic(int *) shown;
static sem_t done;

static void *show(void *unused) {
    atomic_store(&shown, &OWN);
#ifdef FIXED
    sem_wait(&done);
#endif
    return unused;
}

static void *set(void *unused) {
    int *theirs = atomic_load(&shown);
    if (theirs) {
        *theirs = EAGAIN;
    }
    sem_post(&done);
    return unused;
}

int main(void) {
    sem_init(&done, 0, 0);
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, show, NULL);
    pthread_create(&threads[1], NULL, set, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
