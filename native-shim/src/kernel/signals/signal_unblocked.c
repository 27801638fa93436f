#define _GNU_SOURCE
#include "kernel/signals/signal_unblocked.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/direct.h"
#include "base/real.h"
#include "kernel/signals/pending/disposition.h"
#include "kernel/signals/pending/signal_info.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/timers/timer_table.h"
#include "model/fibers/processes.h"
#include "model/runtime.h"

int signal_act(int number) {
    rt.shared->kills_itself |= number == SIGKILL && !is_of_forked();
    direct_mask(signals_blocked_by_kernel() & ~SIGNAL_BIT(number));
    int error = kernel_call(SYS_tgkill, REAL(getpid)(), kernel_call(SYS_gettid), number) == 0 ? 0 : errno;
    direct_mask(rt.current->signal.blocked);
    return error;
}

void signals_taken(const siginfo_t *info) {
    if (info->si_code == SI_TIMER || info->si_code == SI_KERNEL) {
        timer_signal_taken(info);
    }
}

void signals_take_unblocked(void) {
    struct fiber *self = rt.current;
    uint64_t *of_process = signals_of_process(self->process), free = *of_process & ~self->signal.blocked;
    *of_process &= ~free;
    self->signal.pending |= free;
    signal_info_assign(of_process, self, free);
    for (uint64_t due = self->signal.pending & ~self->signal.blocked; due; due &= due - 1) {
        int number = __builtin_ctzll(due) + 1;
        siginfo_t info;
        if (!signal_is_taken(self->process, number) && signal_info_take(self, number, &info)) {
            self->signal.pending &= ~SIGNAL_BIT(number);
            if (disposition_of(self->process, number) == SIGNAL_IS_IGNORED) {
                signals_taken(&info);
            } else {
                signal_act(number);
            }
        }
    }
}
