#define _GNU_SOURCE
#include "kernel/descriptors/broken_pipe.h"

#include <signal.h>
#include <sys/syscall.h>
#include <time.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "kernel/signals/pending/disposition.h"
#include "kernel/signals/pending/signal_info.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/signals/signal_send.h"
#include "model/fibers/fiber.h"
#include "model/runtime.h"

bool broken_pipe_is_told(void) {
    if (LIKELY(!rt.seen.handlers && !rt.seen.masks && !rt.processes)) {
        return false;
    }
    if (rt.current->signal.blocked & SIGNAL_BIT(SIGPIPE)) {
        return true;
    }
    enum disposition is = disposition_of(rt.current->process, SIGPIPE);
    return is == SIGNAL_IS_HANDLED || (is == SIGNAL_ENDS && rt.current->process != 0);
}

void broken_pipe_begin(void) { direct_mask(rt.current->signal.blocked | SIGNAL_BIT(SIGPIPE)); }

/* The kernel's own one has come, and is taken back. */
static bool has_come(void) {
    uint64_t set = SIGNAL_BIT(SIGPIPE);
    struct timespec now = {0, 0};
    return kernel_call(SYS_rt_sigtimedwait, &set, NULL, &now, sizeof set) == SIGPIPE;
}

void broken_pipe_end(bool failed, uint64_t site) {
    bool come = failed && has_come();
    direct_mask(rt.current->signal.blocked);
    if (come) {
        siginfo_t info = signal_info(SIGPIPE, SI_USER);
        signals_arrive(rt.current, &info);
        signals_finish(rt.current, SIGPIPE, site);
    }
}
