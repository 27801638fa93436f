#define _GNU_SOURCE
#include "report/crash.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

#include "base/asan.h"
#include "base/real.h"
#include "base/pages/runtime_memory.h"

#define STACK_BYTES (256u * 1024)

static void (*tell_crash)(const struct crash *crash);

/* The signal's default is in place again: when this returns, the instruction is executed once more and ends the process. */
static void on_signal(int number, siginfo_t *info, void *context) {
    bool is_fault = number == SIGSEGV || number == SIGBUS;
    const greg_t *registers = ((const ucontext_t *)context)->uc_mcontext.gregs;
    tell_crash(&(struct crash){.at = (uint64_t)registers[REG_RIP],
                               .stack_pointer = (uint64_t)registers[REG_RSP],
                               .address = is_fault ? (uint64_t)(uintptr_t)info->si_addr : 0});
}

void crash_watch(void (*tell)(const struct crash *crash)) {
    tell_crash = tell;
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    void *stack = asan_is_there() ? NULL : runtime_pages(STACK_BYTES);
    if (!stack || REAL(sigaltstack)(&(stack_t){.ss_sp = stack, .ss_size = STACK_BYTES}, NULL) != 0) {
        return;
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction before, action = {.sa_flags = SA_SIGINFO | SA_ONSTACK | (int)SA_RESETHAND};
        action.sa_sigaction = on_signal;
        if (REAL(sigaction)(numbers[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL) {
            REAL(sigaction)(numbers[i], &action, NULL);
        }
    }
}
