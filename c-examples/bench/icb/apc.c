// A library for asynchronous calls, in the role of the APE of Musuvathi and Qadeer (PLDI 2007): the main thread sets it up, starts two
// workers and waits for them; the workers take calls from a queue, run them, and share a counted context. Four mistakes, one at a time:
//   -DBUG=1  a worker waits for a call without looking whether there is one;
//   -DBUG=2  the context is set up by the first worker, and the second one takes that for granted;
//   -DBUG=3  a reference is given back by reading and writing the count;
//   -DBUG=4  cancelling looks at a call and marks it in a second step, when another call may have come into its place.
//
// heddle: verdict=clean args=--bound preemptions=2
// heddle: verdict=bug kind=lost-wakeup cause=signal-before-wait args=--bound preemptions=0 -DBUG=1
// heddle: verdict=bug kind=assertion cause=assertion args=--bound preemptions=0 -DBUG=2
// heddle: verdict=clean args=--bound preemptions=0 -DBUG=3
// heddle: verdict=bug kind=assertion cause=assertion args=--bound preemptions=1 -DBUG=3
// heddle: verdict=clean args=--bound preemptions=1 -DBUG=4
// heddle: verdict=bug kind=assertion cause=assertion args=--bound preemptions=2 -DBUG=4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

enum { CALLS = 2 };
enum state { IDLE, QUEUED, RUNNING, CANCELLED };

struct context {
    atomic_int references;
    int ran;
};

struct call {
    enum state state;
    int generation;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t posted = PTHREAD_COND_INITIALIZER;
static struct call calls[CALLS];
static int queued;
static bool is_set_up;
static atomic_bool context_is_gone;
static struct context *context;

static void set_up(void) {
    context = malloc(sizeof *context);
    context->references = 2;
    context->ran = 0;
}

static void post(int call) {
    pthread_mutex_lock(&lock);
    calls[call].state = QUEUED;
    calls[call].generation++;
    queued++;
    pthread_cond_signal(&posted);
    pthread_mutex_unlock(&lock);
}

/* A call that waits, by its number. */
static int next_call(void) {
    pthread_mutex_lock(&lock);
#if BUG == 1
    pthread_cond_wait(&posted, &lock);
#else
    while (queued == 0) {
        pthread_cond_wait(&posted, &lock);
    }
#endif
    int call = 0;
    while (call < CALLS - 1 && calls[call].state != QUEUED) {
        call++;
    }
    calls[call].state = RUNNING;
    queued--;
    pthread_mutex_unlock(&lock);
    return call;
}

static void run(int call) {
    pthread_mutex_lock(&lock);
    context->ran++;
    calls[call].state = IDLE;
    pthread_mutex_unlock(&lock);
}

static void give_back_context(void) {
#if BUG == 3
    int left = context->references - 1;
    context->references = left;
#else
    int left = atomic_fetch_sub(&context->references, 1) - 1;
#endif
    if (left == 0) {
        free(context);
        context_is_gone = true;
    }
}

#if BUG == 4
static void cancel(int call) {
    pthread_mutex_lock(&lock);
    int generation = calls[call].generation;
    bool can = calls[call].state == QUEUED;
    pthread_mutex_unlock(&lock);
    if (can) {
        pthread_mutex_lock(&lock);
        if (calls[call].state == QUEUED) {
            assert(calls[call].generation == generation);
            calls[call].state = CANCELLED;
            queued--;
        }
        pthread_mutex_unlock(&lock);
    }
}

static void *canceller(void *unused) {
    cancel(0);
    give_back_context();
    return unused;
}

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    bool mine = calls[0].state == QUEUED;
    if (mine) {
        calls[0].state = RUNNING;
        queued--;
    }
    pthread_mutex_unlock(&lock);
    if (mine) {
        run(0);
        post(0);
        pthread_mutex_lock(&lock);
        if (calls[0].state == QUEUED) {
            calls[0].state = RUNNING;
            queued--;
        }
        pthread_mutex_unlock(&lock);
    }
    give_back_context();
    return unused;
}
#elif BUG == 2
static void *first_worker(void *unused) {
    pthread_mutex_lock(&lock);
    set_up();
    is_set_up = true;
    pthread_mutex_unlock(&lock);
    run(next_call());
    give_back_context();
    return unused;
}

static void *second_worker(void *unused) {
    pthread_mutex_lock(&lock);
    assert(is_set_up);
    pthread_mutex_unlock(&lock);
    run(next_call());
    give_back_context();
    return unused;
}
#else
static void *worker(void *unused) {
    run(next_call());
    give_back_context();
    return unused;
}
#endif

int main(void) {
    pthread_t workers[2];
#if BUG == 2
    void *(*const bodies[])(void *) = {first_worker, second_worker};
#elif BUG == 4
    void *(*const bodies[])(void *) = {worker, canceller};
    set_up();
    post(0);
#else
    void *(*const bodies[])(void *) = {worker, worker};
    set_up();
    is_set_up = true;
#endif
    for (int i = 0; i < 2; i++) {
        pthread_create(&workers[i], NULL, bodies[i], NULL);
    }
#if BUG != 4
    post(0);
    post(1);
#endif
    for (int i = 0; i < 2; i++) {
        pthread_join(workers[i], NULL);
    }
    assert(context_is_gone);
    return is_set_up && queued != 0;
}
