/* Alternate stacks (sigaltstack). All threads run on one kernel thread, whose alternate stack is the runtime's: what the program sets is
 * kept here, for each thread. */
#define _GNU_SOURCE
#include "kernel/signals/signal_stack.h"

#include <errno.h>
#include <stdbool.h>

#include "base/asan.h"
#include "base/compiler.h"
#include "base/real.h"
#include "memory/memory.h"
#include "model/addresses.h"
#include "model/runtime.h"

#ifndef SS_AUTODISARM
#define SS_AUTODISARM (1u << 31) /* as Linux has it */
#endif

#define SMALLEST 2048u /* that Linux takes (asm/signal.h), though processors save more than that: sysconf tells how much */
#define LEAST_BYTES 8192u /* the runtime runs on it as well: on a smaller one no handler does */

/* void heddle_call_on(void *top, void *function, int number, siginfo_t *info, void *context): calls it on the stack that ends there.
 * Unwinding goes through it. */
void heddle_call_on(uint64_t top, uint64_t function, int number, siginfo_t *info, void *context);
__asm__(".text\n"
        ".hidden heddle_call_on\n"
        ".globl heddle_call_on\n"
        ".type heddle_call_on,@function\n"
        "heddle_call_on:\n"
        "  .cfi_startproc\n"
        "  push %rbp\n"
        "  .cfi_def_cfa_offset 16\n"
        "  .cfi_offset %rbp, -16\n"
        "  mov %rsp, %rbp\n"
        "  .cfi_def_cfa_register %rbp\n"
        "  mov %rdi, %rsp; mov %rsi, %rax; mov %edx, %edi; mov %rcx, %rsi; mov %r8, %rdx\n"
        "  call *%rax\n"
        "  leave\n"
        "  .cfi_def_cfa %rsp, 8\n"
        "  ret\n"
        "  .cfi_endproc\n"
        ".size heddle_call_on,.-heddle_call_on\n");

static bool is_on_it(const struct fiber_signals *signals) {
    return (uint64_t)(uintptr_t)__builtin_frame_address(0) - signals->stack < signals->stack_size;
}

void signal_stack_call(const struct sigaction *action, int number, siginfo_t *info, void *context) {
    const struct fiber_signals *signals = &rt.current->signal;
    uint64_t function =
        action->sa_flags & SA_SIGINFO ? (uint64_t)(uintptr_t)action->sa_sigaction : (uint64_t)(uintptr_t)action->sa_handler;
    /* on another part of the thread's own stack, what is below would seem to have been left */
    if (action->sa_flags & SA_ONSTACK && signals->stack_size >= LEAST_BYTES && !is_on_it(signals) &&
        !is_on_a_stack(signals->stack)) {
        heddle_call_on((signals->stack + signals->stack_size) & ~15ull, function, number, info, context);
    } else if (action->sa_flags & SA_SIGINFO) {
        action->sa_sigaction(number, info, context);
    } else {
        action->sa_handler(number);
    }
}

static int set(struct fiber_signals *signals, const stack_t *wanted) {
    int mode = wanted->ss_flags & ~(int)SS_AUTODISARM;
    if (is_on_it(signals)) {
        return fail_with(EPERM);
    }
    if (mode != 0 && mode != SS_ONSTACK && mode != SS_DISABLE) {
        return fail_with(EINVAL);
    }
    if (mode != SS_DISABLE && wanted->ss_size < SMALLEST) {
        return fail_with(ENOMEM);
    }
    signals->stack = mode == SS_DISABLE ? 0 : (uint64_t)(uintptr_t)wanted->ss_sp;
    signals->stack_size = mode == SS_DISABLE ? 0 : wanted->ss_size;
    return asan_is_there() ? REAL(sigaltstack)(wanted, NULL) : 0;
}

EXPORT int sigaltstack(const stack_t *restrict wanted, stack_t *restrict before) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(sigaltstack)(wanted, before);
    }
    struct fiber_signals *signals = &rt.current->signal;
    stack_t was = {.ss_sp = (void *)(uintptr_t)signals->stack,
                   .ss_size = signals->stack_size,
                   .ss_flags = signals->stack_size == 0 ? SS_DISABLE
                               : is_on_it(signals)      ? SS_ONSTACK
                                                        : 0};
    memory_reads(wanted, wanted ? sizeof *wanted : 0, site);
    if (wanted && set(signals, wanted) != 0) {
        return -1;
    }
    if (before) {
        memory_writes(before, sizeof *before, site);
        *before = was;
    }
    return 0;
}
