// Two coroutines of one thread change a list. Each yields while it holds the lock: its thread then goes on with the other one, which waits
// for the lock that this very thread holds. With -DFIXED they give the lock back before.
//
//   heddle check c-examples/coroutines/yields-locked.c
//
// heddle: verdict=bug kind=deadlock cause=self-lock
// heddle: verdict=clean args=-DFIXED
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <ucontext.h>

static struct {
    ucontext_t context;
    char stack[32768];
} adders[2];
static ucontext_t scheduler;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int length;

static void add(int self) {
    pthread_mutex_lock(&lock);
    length++;
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
    swapcontext(&adders[self].context, &scheduler);
#ifndef FIXED
    pthread_mutex_unlock(&lock);
#endif
}

static void *add_too(void *unused) {
    pthread_mutex_lock(&lock);
    length++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, add_too, NULL);
    for (int i = 0; i < 2; i++) {
        getcontext(&adders[i].context);
        adders[i].context.uc_stack.ss_sp = adders[i].stack;
        adders[i].context.uc_stack.ss_size = sizeof adders[i].stack;
        adders[i].context.uc_link = &scheduler;
        makecontext(&adders[i].context, (void (*)(void))add, 1, i);
    }
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 2; i++) {
            swapcontext(&scheduler, &adders[i].context);
        }
    }
    pthread_join(other, NULL);
    assert(length == 3);
    return 0;
}
