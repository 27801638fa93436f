// executions: 16
// Threads leave their results on the stack of the thread that waits for them with a counter there.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { THREADS = 2 };

struct job {
    int number, result;
    atomic_int *done;
};

static void *square(void *argument) {
    struct job *job = argument;
    job->result = job->number * job->number;
    atomic_fetch_add(job->done, 1);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    atomic_int done = 0;
    struct job jobs[THREADS];
    for (int i = 0; i < THREADS; i++) {
        jobs[i].number = i + 2;
        jobs[i].done = &done;
        pthread_create(&threads[i], NULL, square, &jobs[i]);
    }
    while (atomic_load(&done) < THREADS) {
        sched_yield();
    }
    assert(jobs[0].result + jobs[1].result == 13);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
