#include "conformance.h"

#include <stdint.h>
#include <ucontext.h>

static ucontext_t back, coroutine, third;
static char stack[65536], other_stack[65536];

static void counts(void) {
    for (int i = 0; i < 3; i++) {
        printf("round %d\n", i);
        swapcontext(&coroutine, &back);
    }
}

static void prepare(ucontext_t *context, char *on, ucontext_t *link) {
    SHOW(getcontext(context));
    context->uc_stack.ss_sp = on;
    context->uc_stack.ss_size = sizeof stack;
    context->uc_link = link;
}

static void generator(void) {
    prepare(&coroutine, stack, &back);
    makecontext(&coroutine, counts, 0);
    for (int i = 0; i < 4; i++) {
        SHOW(swapcontext(&back, &coroutine));
    }
}

static void takes(int a, int b, int c, int d, int e, int f, int g, int h, int i) {
    printf("%d %d %d %d %d %d %d %d %d\n", a, b, c, d, e, f, g, h, i);
    printf("aligned: %d\n", ((uintptr_t)__builtin_frame_address(0) & 15) == 0);
}

static void arguments(void) {
    prepare(&coroutine, stack, &back);
    makecontext(&coroutine, (void (*)(void))takes, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    SHOW(swapcontext(&back, &coroutine));
}

static void first(void) { puts("first"); }
static void second(void) { puts("second"); }

static void links(void) {
    prepare(&third, other_stack, &back);
    makecontext(&third, second, 0);
    prepare(&coroutine, stack, &third);
    makecontext(&coroutine, first, 0);
    SHOW(swapcontext(&back, &coroutine));
}

static void again(void) {
    volatile int times = 0;
    SHOW(getcontext(&third));
    printf("times %d\n", times);
    if (times++ < 2) {
        setcontext(&third);
    }
}

static int blocks(int number) {
    sigset_t now;
    pthread_sigmask(SIG_SETMASK, NULL, &now);
    return sigismember(&now, number);
}

static void masked(void) {
    SHOW(blocks(SIGUSR1));
    SHOW(blocks(SIGUSR2));
    sigset_t usr2;
    sigemptyset(&usr2);
    sigaddset(&usr2, SIGUSR2);
    pthread_sigmask(SIG_SETMASK, &usr2, NULL);
    swapcontext(&coroutine, &back);
    SHOW(blocks(SIGUSR1));
    SHOW(blocks(SIGUSR2));
}

static void handle(int number) { printf("handled %d\n", number == SIGUSR1); }

/* Each context has its own mask. */
static void masks(void) {
    sigset_t usr1;
    sigemptyset(&usr1);
    sigaddset(&usr1, SIGUSR1);
    pthread_sigmask(SIG_SETMASK, &usr1, NULL);
    prepare(&coroutine, stack, &back);
    makecontext(&coroutine, masked, 0);
    signal(SIGUSR1, handle);
    SHOW(swapcontext(&back, &coroutine));
    SHOW(blocks(SIGUSR1));
    SHOW(blocks(SIGUSR2));
    raise(SIGUSR1);
    puts("raised");
    SHOW(swapcontext(&back, &coroutine));
    SHOW(blocks(SIGUSR1));
}

static void *on_thread(void *unused) {
    generator();
    return unused;
}

static void last(void) { puts("the process ends with its last coroutine"); }

int main(void) {
    generator();
    run(on_thread, NULL);
    arguments();
    links();
    again();
    masks();
    prepare(&coroutine, stack, NULL);
    makecontext(&coroutine, last, 0);
    setcontext(&coroutine);
    return 3;
}
