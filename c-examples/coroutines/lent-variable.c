// A coroutine lends a local variable to another thread, yields, and goes on to use it before that thread has ended. With -DFIXED it is
// resumed when the thread has been joined.
//
//   heddle check c-examples/coroutines/lent-variable.c
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <stddef.h>
#include <ucontext.h>

static ucontext_t coroutine, caller;
static char stack[32768];
static pthread_t helper;

static void *help(void *sum) {
    *(int *)sum += 2;
    return NULL;
}

static void add(void) {
    int sum = 1;
    pthread_create(&helper, NULL, help, &sum);
    swapcontext(&coroutine, &caller);
    sum += 3;
}

int main(void) {
    getcontext(&coroutine);
    coroutine.uc_stack.ss_sp = stack;
    coroutine.uc_stack.ss_size = sizeof stack;
    coroutine.uc_link = &caller;
    makecontext(&coroutine, add, 0);
    swapcontext(&caller, &coroutine);
#ifdef FIXED
    pthread_join(helper, NULL);
#endif
    swapcontext(&caller, &coroutine);
#ifndef FIXED
    pthread_join(helper, NULL);
#endif
    return 0;
}
