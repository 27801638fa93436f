#define _GNU_SOURCE
#include "kernel/signals/signal_unblocked.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/direct.h"
#include "base/real.h"
#include "kernel/signals/signal_info.h"
#include "kernel/signals/signal_pending.h"
#include "model/runtime.h"

bool signal_is_ignored(int number) {
    struct sigaction action;
    if (REAL(sigaction)(number, NULL, &action) != 0 || action.sa_handler == SIG_IGN) {
        return true;
    }
    bool harmless = number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
    return action.sa_handler == SIG_DFL && harmless;
}

int signal_act(int number) {
    direct_mask(signals_blocked_by_kernel() & ~SIGNAL_BIT(number));
    int error = kernel_call(SYS_tgkill, getpid(), kernel_call(SYS_gettid), number) == 0 ? 0 : errno;
    direct_mask(rt.current->signal.blocked);
    return error;
}

void signals_take_unblocked(void) {
    struct fiber *self = rt.current;
    uint64_t free = signals_of_process & ~self->signal.blocked;
    signals_of_process &= ~free;
    self->signal.pending |= free;
    signal_info_assign(self, free);
    for (uint64_t due = self->signal.pending & ~self->signal.blocked; due; due &= due - 1) {
        int number = __builtin_ctzll(due) + 1;
        siginfo_t info;
        if (!signals_have_handler(number) && signal_info_take(self, number, &info)) {
            self->signal.pending &= ~SIGNAL_BIT(number);
            if (!signal_is_ignored(number)) {
                signal_act(number);
            }
        }
    }
}
