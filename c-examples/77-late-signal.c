// A worker does jobs, and ends when there was none for two seconds. Whoever has a job signals the worker if it is idle, and makes a
// new one if there is none.
//
// The bug: a wait that has timed out still waits for its mutex. A job that comes then finds the worker idle, and its signal wakes nobody.
// The worker ends without a look at the job, and nobody does it.
// The fix (-DFIXED): look at the jobs again before ending, whatever the wait returned.
//
//   heddle check --timeouts=any 77-late-signal.c
//   heddle check --timeouts=any -DFIXED 77-late-signal.c
//
// heddle: verdict=bug kind=deadlock cause=condition args=--timeouts=any
// heddle: verdict=clean args=--timeouts=any -DFIXED
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static pthread_t thread;
static int jobs, jobs_done, workers, made;

static bool nothing_came(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 2;
    int error = pthread_cond_timedwait(&work, &lock, &until);
#ifdef FIXED
    return error == ETIMEDOUT && jobs == 0;
#else
    return error == ETIMEDOUT;
#endif
}

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    do {
        while (jobs > 0) {
            jobs--;
            jobs_done++;
            pthread_cond_signal(&done);
        }
    } while (!nothing_came());
    workers--;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void give(void) {
    pthread_mutex_lock(&lock);
    jobs++;
    if (workers > 0) {
        pthread_cond_signal(&work);
    } else {
        workers++;
        if (made++ > 0) {
            pthread_join(thread, NULL);
        }
        pthread_create(&thread, NULL, worker, NULL);
    }
    pthread_mutex_unlock(&lock);
}

int main(void) {
    for (int i = 1; i <= 2; i++) {
        give();
        pthread_mutex_lock(&lock);
        while (jobs_done < i) {
            pthread_cond_wait(&done, &lock);
        }
        pthread_mutex_unlock(&lock);
    }
    pthread_join(thread, NULL);
    return 0;
}
