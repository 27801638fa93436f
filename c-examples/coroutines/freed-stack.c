// One thread takes values from a generator, another one closes it and frees its stack. Who takes a value does not look whether the generator
// is still there; with -DFIXED it does.
//
//   heddle check c-examples/coroutines/freed-stack.c
//
// heddle: verdict=bug kind=use-after-free cause=use-after-free
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <stdlib.h>
#include <ucontext.h>

enum { STACK = 32768 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static ucontext_t generator, caller;
static char *stack;
static int value;

static void generate(void) {
    for (;;) {
        value++;
        swapcontext(&generator, &caller);
    }
}

static void *close_it(void *unused) {
    pthread_mutex_lock(&lock);
    free(stack);
    stack = NULL;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void take(void) {
    pthread_mutex_lock(&lock);
#ifdef FIXED
    if (stack)
#endif
        swapcontext(&caller, &generator);
    pthread_mutex_unlock(&lock);
}

int main(void) {
    stack = malloc(STACK);
    getcontext(&generator);
    generator.uc_stack.ss_sp = stack;
    generator.uc_stack.ss_size = STACK;
    makecontext(&generator, generate, 0);
    pthread_t closer;
    pthread_create(&closer, NULL, close_it, NULL);
    take();
    take();
    pthread_join(closer, NULL);
    return 0;
}
