// Two threads run the coroutines of one queue. A coroutine that yields puts itself into the queue, and only then leaves its stack: the other
// thread can go on with it before. With -DFIXED the thread that has run it puts it there, from its own stack.
//
//   heddle check c-examples/coroutines/early-resume.c
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean args=-DFIXED
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <ucontext.h>

struct coroutine {
    ucontext_t context;
    int over;
    char stack[32768];
};

static struct coroutine counter;
static struct coroutine *ready = &counter; // the queue: it has room for one
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counted;
static _Thread_local ucontext_t own;

static void put(struct coroutine *coroutine) {
    pthread_mutex_lock(&lock);
    ready = coroutine;
    pthread_mutex_unlock(&lock);
}

static struct coroutine *take(void) {
    pthread_mutex_lock(&lock);
    struct coroutine *taken = ready;
    ready = NULL;
    pthread_mutex_unlock(&lock);
    return taken;
}

// The thread may be another one in each call: a function of its own, so that the compiler does not keep the address.
static __attribute__((noinline)) void leave(struct coroutine *self) {
    swapcontext(&self->context, &own);
}

static void count(void) {
    counted++;
#ifndef FIXED
    put(&counter);
#endif
    leave(&counter);
    counted++;
    counter.over = 1;
    leave(&counter);
}

static void *work(void *unused) {
    struct coroutine *coroutine;
    while ((coroutine = take()) != NULL) {
        swapcontext(&own, &coroutine->context);
#ifdef FIXED
        if (!coroutine->over) {
            put(coroutine);
        }
#endif
    }
    return unused;
}

int main(void) {
    getcontext(&counter.context);
    counter.context.uc_stack.ss_sp = counter.stack;
    counter.context.uc_stack.ss_size = sizeof counter.stack;
    makecontext(&counter.context, count, 0);
    pthread_t other;
    pthread_create(&other, NULL, work, NULL);
    work(NULL);
    pthread_join(other, NULL);
    assert(counted == 2);
    return 0;
}
