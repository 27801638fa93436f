// Threads that go round for ever although each gets its turns: what one has done another one undoes, or what one waits for has been missed.
//
//   (nothing)       a helper clears the mark that a worker has set, before the worker looks whether it is still there
//   -DLOST_STOP     the worker clears the stop flag when it begins, after main has set it
//   -DPROMISE       who waits for a promise looks at a copy that is made once, and sleeps
//   -DSTEALING      two idle workers hand the last task to each other
//   -DSTARVING      a thread tries for a lock that another one takes again and again; that one goes on, and is meant to
// The fix (-DFIXED): the worker takes its mark and looks under one lock; the flag is cleared before the worker is made; the promise is
// looked at anew; who has the last task does it; the thread waits for the lock.
//
//   heddle check 10-undone.c
//   heddle check -DLOST_STOP 10-undone.c
//
// heddle: verdict=bug kind=livelock cause=cycle
// heddle: verdict=inconclusive args=-DFIXED -i 300
// heddle: verdict=bug kind=livelock cause=cycle args=-DLOST_STOP
// heddle: verdict=clean args=-DLOST_STOP -DFIXED -i 300
// heddle: verdict=bug kind=livelock cause=cycle args=-DPROMISE
// heddle: verdict=clean args=-DPROMISE -DFIXED -i 300
// heddle: verdict=bug kind=livelock cause=cycle args=-DSTEALING
// heddle: verdict=clean args=-DSTEALING -DFIXED -i 300
// heddle: verdict=bug kind=livelock cause=starvation args=-DSTARVING
// heddle: verdict=inconclusive args=-DSTARVING -DFIXED -i 300
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int mark, done;

static int get(const int *what) {
    pthread_mutex_lock(&lock);
    int value = *what;
    pthread_mutex_unlock(&lock);
    return value;
}

static void set(int *what, int value) {
    pthread_mutex_lock(&lock);
    *what = value;
    pthread_mutex_unlock(&lock);
}

#if defined LOST_STOP
static void *first(void *unused) {
#ifndef FIXED
    set(&done, 0);
#endif
    while (!get(&done)) {
    }
    return unused;
}

static void *second(void *unused) {
    set(&done, 1);
    return unused;
}
#elif defined PROMISE
static void *first(void *unused) {
#ifdef FIXED
    pthread_mutex_lock(&lock);
    while (!done) {
        pthread_mutex_unlock(&lock);
        usleep(1);
        pthread_mutex_lock(&lock);
    }
    pthread_mutex_unlock(&lock);
#else
    volatile int copy = get(&done);
    while (!copy) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
        usleep(1);
    }
#endif
    return unused;
}

static void *second(void *unused) {
    set(&done, 1);
    return unused;
}
#elif defined STEALING
static int task = 1;

static void *work(int me) {
    for (;;) {
        pthread_mutex_lock(&lock);
        if (done) {
            break;
        }
        if (task == me) {
#ifdef FIXED
            done = 1;
#else
            done = mark++ == 0 && me == 2; /* the second one does it if it comes first */
            task = 3 - me;
            mark = 1;
#endif
        }
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *first(void *unused) {
    (void)unused;
    return work(1);
}

static void *second(void *unused) {
    (void)unused;
#ifndef FIXED
    pthread_mutex_lock(&lock);
    task = mark == 0 ? 2 : task;
    pthread_mutex_unlock(&lock);
#endif
    return work(2);
}
#elif defined STARVING
static pthread_mutex_t report = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused) {
#ifdef FIXED
    pthread_mutex_lock(&report);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&report);
#else
    for (;;) {
        pthread_mutex_lock(&report);
        if (pthread_mutex_trylock(&lock) == 0) {
            break;
        }
        pthread_mutex_unlock(&report);
    }
    pthread_mutex_unlock(&report);
#endif
    done = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *second(void *unused) {
    for (;;) {
        pthread_mutex_lock(&lock);
        mark = 1;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
#else
static void *first(void *unused) {
#ifdef FIXED
    pthread_mutex_lock(&lock);
    mark = done = 1;
    pthread_mutex_unlock(&lock);
#else
    do {
        set(&mark, 1);
    } while (!get(&mark));
    set(&done, 1);
#endif
    return unused;
}

static void *second(void *unused) {
    while (!get(&done)) {
        set(&mark, 0);
    }
    return unused;
}
#endif

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
