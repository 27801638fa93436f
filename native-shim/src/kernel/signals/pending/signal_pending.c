#define _GNU_SOURCE
#include "kernel/signals/pending/signal_pending.h"

#include <signal.h>
#include <string.h>
#include <sys/syscall.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "kernel/cancellation/cancellation.h"
#include "kernel/readiness/kernel.h"
#include "model/fibers/processes.h"
#include "model/note.h"
#include "model/runtime.h"

static uint64_t pending_for[MOST_PROCESSES];

uint64_t *signals_of_process(uint32_t process) { return &pending_for[process]; }

uint64_t signals_word_of(const sigset_t *set) {
    uint64_t word;
    memcpy(&word, set, sizeof word); /* the kernel's own layout */
    return word;
}

sigset_t signals_set_of(uint64_t word) {
    sigset_t set;
    sigemptyset(&set);
    memcpy(&set, &word, sizeof word);
    return set;
}

uint64_t signals_blocked_by_kernel(void) {
    uint64_t set = 0;
    kernel_call(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &set, sizeof set);
    return set;
}

/* What this thread blocks. Until someone asks, all block what the process was started with. */
void signals_use_masks(void) {
    if (!rt.seen.masks) {
        rt.seen.masks = true;
        uint64_t all = signals_blocked_by_kernel();
        for (uint32_t i = 0; i < rt.fiber_count; i++) {
            rt.fibers[i].signal.blocked = all;
        }
    }
}

/* Of several processes each asks for itself, and none does for another one. What the kernel has of their ends the runtime tells itself. */
static uint64_t pending_in_kernel(const struct fiber *fiber) {
    uint64_t set = 0;
    if (fiber->process == rt.current->process) {
        kernel_call(SYS_rt_sigpending, &set, sizeof set);
    }
    return UNLIKELY(rt.processes) ? set & ~SIGNAL_BIT(SIGCHLD) : set;
}

uint64_t signals_pending(const struct fiber *fiber, uint64_t set, bool runs) {
    if (runs) {
        return (fiber->signal.pending & ~fiber->signal.blocked) | (set != SIGNALS_ALONE && cancel_is_due(fiber) ? ~0ull : 0);
    }
    return (fiber->signal.pending | *signals_of_process(fiber->process) | pending_in_kernel(fiber)) & set;
}

uint64_t signals_interrupt(uint64_t site) {
    bool any = rt.seen.handlers || (rt.program.cancels && !rt.current->cancel.disabled);
    return any ? kernel_signals(rt.current, 0, true, site) : 0;
}

uint64_t signals_interrupt_lock(uint64_t site) {
    if (cancel_is_asynchronous(rt.current)) {
        return signals_interrupt(site);
    }
    return rt.seen.handlers ? kernel_signals(rt.current, rt.program.cancels ? SIGNALS_ALONE : 0, true, site) : 0;
}

void signals_check_undelivered(void) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const struct fiber *fiber = &rt.fibers[i];
        if (fiber->pending->kind != 0 && fiber->signal.pending & ~fiber->signal.blocked) {
            unmodelled("a signal handler of a thread that makes no call which the signal could interrupt", fiber->pending->site);
        }
    }
}
