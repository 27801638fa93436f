/* The obsolescent functions on signals, and alternate stacks. */
#include "conformance.h"

#include <stdint.h>

static volatile sig_atomic_t seen, on_stack;
static char stack[65536];

static void handler(int number) {
    char here;
    (void)number;
    seen++;
    on_stack = (uintptr_t)&here - (uintptr_t)stack < sizeof stack;
}

static const char *disposition_name(void (*disposition)(int)) {
    return disposition == SIG_DFL    ? "SIG_DFL"
           : disposition == SIG_IGN  ? "SIG_IGN"
           : disposition == SIG_HOLD ? "SIG_HOLD"
           : disposition == SIG_ERR  ? "SIG_ERR"
                                     : "a handler";
}

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static void *holds(void *unused) {
    puts(disposition_name(sigset(SIGUSR1, handler)));
    raise(SIGUSR1);
    SHOW(seen);
    CALL(sighold(SIGUSR1));
    raise(SIGUSR1);
    SHOW(seen);
    CALL(sigrelse(SIGUSR1));
    SHOW(seen);
    puts(disposition_name(sigset(SIGUSR1, SIG_HOLD)));
    raise(SIGUSR1);
    SHOW(seen);
    puts(disposition_name(sigset(SIGUSR1, handler)));
    SHOW(seen);
    CALL(sighold(SIGUSR1));
    raise(SIGUSR1);
    SHOW(sigpause(SIGUSR1));
    puts(error_name(errno));
    SHOW(seen);
    CALL(sighold(4711));
    CALL(sigignore(SIGUSR2));
    CALL(raise(SIGUSR2));
    return unused;
}

extern void (*bsd_signal(int, void (*)(int)))(int); /* which POSIX.1-2008 and its headers have no more */

static void *has_other_names(void *unused) {
    seen = 0;
    puts(disposition_name(sysv_signal(SIGUSR1, handler)));
    CALL(raise(SIGUSR1));
    SHOW(seen);
    puts(disposition_name(bsd_signal(SIGUSR1, handler)));
    CALL(gsignal(SIGUSR1));
    SHOW(seen);
    puts(disposition_name(ssignal(SIGUSR1, handler)));
    struct sigaction action;
    CALL(sigaction(SIGUSR1, NULL, &action));
    SHOW((action.sa_flags & SA_RESTART) != 0);
    CALL(siginterrupt(SIGUSR1, 1));
    CALL(sigaction(SIGUSR1, NULL, &action));
    SHOW((action.sa_flags & SA_RESTART) != 0);
    SHOW(siginterrupt(4711, 1));
    puts(error_name(errno));
    SHOW(sigblock(sigmask(SIGUSR1)) & sigmask(SIGUSR1));
    CALL(raise(SIGUSR1));
    SHOW(seen);
    SHOW(sigblock(0) == (siggetmask() | sigmask(SIGUSR1)));
    SHOW((sigsetmask(0) & sigmask(SIGUSR1)) != 0);
    SHOW(seen);
    return unused;
}

static void show_stack(void) {
    stack_t present;
    CALL(sigaltstack(NULL, &present));
    SHOW(present.ss_flags);
    SHOW(present.ss_sp == stack);
}

static void asks(int number) {
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    handler(number);
    show_stack();
    SHOW(sigaltstack(&other, NULL));
    puts(error_name(errno));
}

static void *has_another_stack(void *unused) {
    struct sigaction action = {.sa_flags = SA_ONSTACK};
    action.sa_handler = asks;
    sigaction(SIGUSR1, &action, NULL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    show_stack();
    stack_t wanted = {.ss_sp = stack, .ss_size = 100};
    SHOW(sigaltstack(&wanted, NULL));
    puts(error_name(errno));
    wanted.ss_size = sizeof stack;
    wanted.ss_flags = 0x77;
    SHOW(sigaltstack(&wanted, NULL));
    puts(error_name(errno));
    wanted.ss_flags = 0;
    CALL(sigaltstack(&wanted, NULL));
    show_stack();
    raise(SIGUSR1);
    SHOW(on_stack);
    action.sa_flags = 0;
    action.sa_handler = handler;
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    SHOW(on_stack);
    wanted.ss_flags = SS_DISABLE;
    CALL(sigaltstack(&wanted, NULL));
    show_stack();
    return unused;
}

int main(void) {
    run(holds, NULL);
    run(has_other_names, NULL);
    run(has_another_stack, NULL);
    show_stack();
    return 0;
}
