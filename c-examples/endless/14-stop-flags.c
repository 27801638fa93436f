// Workers go on until they are told to stop, or until what they wait for has come. What is wrong shows after the loop, or in its second
// round.
//
//   (nothing)       main does not wait for the worker, and takes away what it works with
//   -DATOMIC        an atomic flag; the worker's last round begins after main has looked at the result
//   -DCONDITION     the flag and a condition: main sets the flag without the lock and signals too early
//   -DTWO_FLAGS     a flag to stop and one to say so: the worker says so before it has done its last work
//   -DPOINTER       the worker polls for a message and uses it before it is complete
//   -DGENERATION    a reader waits for the next generation; the writer skips one
//   -DCOUNTDOWN     main waits until a counter that three threads decrement, not atomically, is zero
//   -DDRAIN         the worker drains a queue when it is told to stop; what came after the drain is lost
//   -DRESTART       a worker is stopped and started again; the flag is reset too late
//   -DPAUSE         a pause flag, polled with sched_yield; two fields change while it should be paused
// The fix (-DFIXED): each in its own way, see there.
//
//   heddle check -DATOMIC 14-stop-flags.c
//
// heddle: verdict=bug kind=use-after-free cause=use-after-free races=1 args=-i 1000
// heddle: verdict=inconclusive args=-DFIXED -i 200
// heddle: verdict=bug kind=assertion cause=assertion args=-DATOMIC -i 1000
// heddle: verdict=inconclusive args=-DATOMIC -DFIXED -i 200
// heddle: verdict=bug kind=lost-wakeup cause=signal-before-wait races slow args=-DCONDITION -i 1000
// heddle: verdict=clean slow args=-DCONDITION -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DTWO_FLAGS -i 1000
// heddle: verdict=clean slow args=-DTWO_FLAGS -DFIXED -i 1000
// heddle: verdict=bug kind=assertion cause=assertion races slow args=-DPOINTER -i 1000
// heddle: verdict=clean slow args=-DPOINTER -DFIXED
// heddle: verdict=bug kind=livelock cause=spin slow args=-DGENERATION -i 1000
// heddle: verdict=clean slow args=-DGENERATION -DFIXED
// heddle: verdict=bug kind=livelock cause=spin races slow args=-DCOUNTDOWN -i 1000
// heddle: verdict=clean slow args=-DCOUNTDOWN -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DDRAIN -i 1000
// heddle: verdict=inconclusive slow args=-DDRAIN -DFIXED -i 200
// heddle: verdict=bug kind=livelock cause=cycle slow args=-DRESTART -i 1000
// heddle: verdict=clean slow args=-DRESTART -DFIXED -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DPAUSE -i 1000
// heddle: verdict=inconclusive slow args=-DPAUSE -DFIXED -i 200
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t thread;

#if defined ATOMIC
static atomic_int stop, jobs;

static void *work(void *unused) {
    while (!atomic_load(&stop)) {
        atomic_fetch_add(&jobs, 1);
    }
    return unused;
}

int main(void) {
    pthread_create(&thread, NULL, work, NULL);
    atomic_store(&stop, 1);
#ifdef FIXED
    pthread_join(thread, NULL);
#endif
    int before = atomic_load(&jobs), after = atomic_load(&jobs);
#ifndef FIXED
    pthread_join(thread, NULL);
#endif
    assert(before == after);
    return 0;
}
#elif defined CONDITION
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int stop;

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    while (!stop) {
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_create(&thread, NULL, work, NULL);
#ifdef FIXED
    pthread_mutex_lock(&lock);
#endif
    stop = 1;
    pthread_cond_signal(&changed);
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
    pthread_join(thread, NULL);
    return 0;
}
#elif defined TWO_FLAGS
static atomic_bool stop, stopped;
static atomic_int saved;

static void *work(void *unused) {
    while (!atomic_load(&stop)) {
        sched_yield();
    }
#ifdef FIXED
    atomic_store(&saved, 1);
    atomic_store(&stopped, 1);
#else
    atomic_store(&stopped, 1);
    atomic_store(&saved, 1);
#endif
    return unused;
}

int main(void) {
    pthread_create(&thread, NULL, work, NULL);
    atomic_store(&stop, 1);
    while (!atomic_load(&stopped)) {
        sched_yield();
    }
    assert(atomic_load(&saved));
    pthread_join(thread, NULL);
    return 0;
}
#elif defined POINTER
static struct message {
    int length;
} *_Atomic mail;

static void *work(void *unused) {
    struct message *m;
    while ((m = atomic_load(&mail)) == NULL) {
        ;
    }
    assert(m->length == 5);
    free(m);
    return unused;
}

int main(void) {
    pthread_create(&thread, NULL, work, NULL);
    struct message *m = calloc(1, sizeof *m);
#ifdef FIXED
    m->length = 5;
    atomic_store(&mail, m);
#else
    atomic_store(&mail, m);
    m->length = 5;
#endif
    pthread_join(thread, NULL);
    return 0;
}
#elif defined GENERATION
static atomic_uint generation;

static void *work(void *unused) {
    unsigned seen = 0;
#ifdef FIXED
    while (atomic_load(&generation) - seen < 2) {
#else
    while (seen != 1) {
        seen = atomic_load(&generation);
#endif
        sched_yield();
    }
    return unused;
}

int main(void) {
    pthread_create(&thread, NULL, work, NULL);
    atomic_fetch_add(&generation, 1);
    atomic_fetch_add(&generation, 1);
    pthread_join(thread, NULL);
    return 0;
}
#elif defined COUNTDOWN
static volatile int left = 2;
static atomic_int counted = 2;

static void *work(void *unused) {
#ifdef FIXED
    atomic_fetch_sub(&counted, 1);
#else
    left--;
#endif
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_create(&thread, NULL, work, NULL);
    pthread_create(&other, NULL, work, NULL);
#ifdef FIXED
    while (atomic_load(&counted) > 0) {
#else
    while (left > 0) {
#endif
        sched_yield();
    }
    pthread_join(thread, NULL);
    pthread_join(other, NULL);
    return 0;
}
#elif defined DRAIN
static int stop, queued, done;

static void *work(void *unused) {
    for (;;) {
        pthread_mutex_lock(&lock);
        int is_over = stop;
#ifdef FIXED
        done += queued;
        queued = 0;
        pthread_mutex_unlock(&lock);
#else
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        if (!is_over) {
            done += queued;
            queued = 0;
        }
        pthread_mutex_unlock(&lock);
#endif
        if (is_over) {
            return unused;
        }
    }
}

int main(void) {
    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    queued++;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    stop = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    assert(done == 1);
    return 0;
}
#elif defined RESTART
static atomic_int stop;

static void *work(void *unused) {
#ifndef FIXED
    atomic_store(&stop, 0); /* from the last time */
#endif
    while (!atomic_load(&stop)) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        atomic_store(&stop, 0);
        pthread_create(&thread, NULL, work, NULL);
        atomic_store(&stop, 1);
        pthread_join(thread, NULL);
    }
    return 0;
}
#elif defined PAUSE
static atomic_int paused, is_over, left, right;

static void *work(void *unused) {
    while (!atomic_load(&is_over)) {
#ifdef FIXED
        pthread_mutex_lock(&lock);
        if (!atomic_load(&paused)) {
            atomic_fetch_add(&left, 1);
            atomic_fetch_add(&right, 1);
        }
        pthread_mutex_unlock(&lock);
        sched_yield();
#else
        while (atomic_load(&paused)) {
            sched_yield();
        }
        atomic_fetch_add(&left, 1);
        atomic_fetch_add(&right, 1);
#endif
    }
    return unused;
}

int main(void) {
    pthread_create(&thread, NULL, work, NULL);
#ifdef FIXED
    pthread_mutex_lock(&lock);
#endif
    atomic_store(&paused, 1);
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
    assert(atomic_load(&left) == atomic_load(&right));
    atomic_store(&is_over, 1);
    atomic_store(&paused, 0);
    pthread_join(thread, NULL);
    return 0;
}
#else
static atomic_int stop;
static int *buffer;

static void *work(void *unused) {
    while (!atomic_load(&stop)) {
        pthread_mutex_lock(&lock);
        buffer[0]++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    buffer = calloc(4, sizeof *buffer);
    pthread_create(&thread, NULL, work, NULL);
    atomic_store(&stop, 1);
#ifdef FIXED
    pthread_join(thread, NULL);
    free(buffer);
#else
    free(buffer);
    pthread_join(thread, NULL);
#endif
    return 0;
}
#endif
