#define _GNU_SOURCE
#include "kernel/signals/signal_shown.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/direct.h"
#include "base/real.h"
#include "kernel/readiness/slots.h"
#include "kernel/signals/pending/signal_info.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/signals/signal_wait.h"
#include "model/fibers/fiber.h"
#include "model/runtime.h"

static const struct timespec at_once = {0};

/* Whether the thread, or the process, has signals pending that the kernel does not know of. */
static bool signals_hidden(const struct fiber *fiber) {
    return (fiber->signal.pending | *signals_of_process(fiber->process)) != 0;
}

/* Sends what is pending for the target as it was sent; what is no signal of the set stays here. */
static void send_again(const void *target, bool is_thread, uint64_t set) {
    const siginfo_t *info;
    for (uint32_t at = 0; (info = signal_info_next(target, &at)) != NULL;) {
        int number = info->si_signo;
        if (set & SIGNAL_BIT(number) && is_thread) {
            kernel_call(SYS_rt_tgsigqueueinfo, REAL(getpid)(), kernel_call(SYS_gettid), number, info);
        } else if (set & SIGNAL_BIT(number)) {
            kernel_call(SYS_rt_sigqueueinfo, REAL(getpid)(), number, info);
        }
    }
}

/* One that the kernel knows of already, from elsewhere, is shown anyway, and could not be told from another one. The zygote's own is
 * blocked only if it is one of the program's: direct.h. */
void signals_show(const struct fiber *fiber, struct shown *shown) {
    const uint64_t *of_process = signals_of_process(fiber->process);
    uint64_t known = 0, all = ~0ull & ~SIGNAL_BIT(RESERVED_SIGNAL);
    int saved = errno;
    *shown = (struct shown){0};
    if (signals_hidden(fiber)) {
        kernel_call(SYS_rt_sigpending, &known, sizeof known);
        shown->set = (fiber->signal.pending | *of_process) & ~known;
        all |= shown->set;
        kernel_call(SYS_rt_sigprocmask, SIG_SETMASK, &all, &shown->before, sizeof all);
        send_again(fiber, true, shown->set);
        send_again(of_process, false, shown->set);
    }
    errno = saved;
}

static uint32_t count_pending(const void *target, int number) {
    uint32_t count = 0;
    const siginfo_t *info;
    for (uint32_t at = 0; (info = signal_info_next(target, &at)) != NULL;) {
        count += info->si_signo == number;
    }
    return count;
}

/* Takes out of the kernel what is left there with that number; how many. */
static uint32_t drain(int number) {
    uint64_t one = SIGNAL_BIT(number);
    uint32_t count = 0;
    while (kernel_call(SYS_rt_sigtimedwait, &one, NULL, &at_once, sizeof one) == number) {
        count++;
    }
    return count;
}

void signals_hide(const struct shown *shown, bool taken) {
    const uint64_t *of_process = signals_of_process(rt.current->process);
    int saved = errno;
    for (uint64_t rest = shown->set; rest; rest &= rest - 1) {
        int number = __builtin_ctzll(rest) + 1;
        uint32_t there = taken ? count_pending(rt.current, number) + count_pending(of_process, number) : 0;
        siginfo_t info;
        for (uint32_t left = drain(number); there > left && signals_take_pending(number, &info); there--) {
        }
    }
    if (shown->set) {
        kernel_call(SYS_rt_sigprocmask, SIG_SETMASK, &shown->before, NULL, sizeof shown->before);
    }
    errno = saved;
}

/* Whether the descriptor shows the thread a signal that the kernel does not know of. */
static bool signals_shown_at(const struct fiber *fiber, int descriptor) {
    if (!signals_hidden(fiber)) {
        return false;
    }
    struct pollfd poll = {.fd = descriptor, .events = POLLIN};
    struct shown shown;
    signals_show(fiber, &shown);
    bool has_input = kernel_call(SYS_ppoll, &poll, 1, &at_once, NULL, 8) > 0;
    signals_hide(&shown, false);
    return has_input;
}

void signals_shown_prepare(void) { slot_sources.signals_shown_at = signals_shown_at; }
