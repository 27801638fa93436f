/* What prctl and personality set for one thread: beside others it is kept here. As long as there are none it is the kernel's as well, for what
 * they inherit and for programs that are executed. */
#define _GNU_SOURCE
#include "sync/settings/thread_control.h"

#include <errno.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/real.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/signal_points.h"
#include "memory/memory.h"
#include "model/ending.h"
#include "model/fibers/fiber.h"
#include "model/fibers/process_ends.h"
#include "model/runtime.h"
#include "model/shared.h"

#define ONLY_TELL 0xffffffff /* personality(2) */

static struct control {
    bool is_own; /* else what the kernel says counts */
    bool keeps_capabilities, gets_no_privileges;
    int at_parents_end; /* the signal */
    unsigned long slack, usual_slack; /* of timers; the usual one is what the thread began with */
    unsigned long personality;
} controls[MAX_FIBERS];

static unsigned long asked(int option) { return (unsigned long)kernel_call(SYS_prctl, option, 0, 0, 0, 0); }

/* What the kernel has for all threads that have none of their own. */
static struct control of_kernel(void) {
    struct control known = {.is_own = true,
                            .keeps_capabilities = asked(PR_GET_KEEPCAPS),
                            .gets_no_privileges = asked(PR_GET_NO_NEW_PRIVS),
                            .slack = asked(PR_GET_TIMERSLACK),
                            .personality = (unsigned long)kernel_call(SYS_personality, ONLY_TELL)};
    kernel_call(SYS_prctl, PR_SET_TIMERSLACK, 0, 0, 0, 0);
    known.usual_slack = asked(PR_GET_TIMERSLACK);
    kernel_call(SYS_prctl, PR_SET_TIMERSLACK, known.slack, 0, 0, 0);
    return known;
}

static struct control *own(void) {
    struct control *control = &controls[rt.current->index];
    if (!control->is_own) {
        *control = of_kernel();
    }
    return control;
}

static bool is_alone(void) { return rt.live_count == 1; }

void thread_control_begin(const struct fiber *parent, const struct fiber *child) {
    const struct control *from = &controls[parent->index];
    struct control *to = &controls[child->index];
    if (from->is_own) { /* else no page needs to be touched */
        *to = *from;
        to->usual_slack = from->slack;
        to->at_parents_end = 0;
    }
}

/* Sets it for the kernel, too, where that is nothing to others. Returns −1, with errno, where the kernel would refuse it. */
static long set(int option, const unsigned long a[4]) {
    if (is_alone() && option != PR_SET_PDEATHSIG) { /* by that the process ends with the checker's own */
        return kernel_call(SYS_prctl, option, a[0], a[1], a[2], a[3]);
    }
    bool is_valid = option == PR_SET_KEEPCAPS       ? a[0] <= 1
                    : option == PR_SET_NO_NEW_PRIVS ? a[0] == 1 && !a[1] && !a[2] && !a[3]
                    : option == PR_SET_PDEATHSIG    ? a[0] < NSIG
                                                    : true;
    return is_valid ? 0 : fail_with(EINVAL);
}

/* The parent of the first process is the checker: it does not end before. */
static void ask_for_parents_end(int number, uint64_t site) {
    if (LIKELY(!rt.processes)) {
        own()->at_parents_end = number;
        return;
    }
    end_execution_for_ends(ENDS_TOLD_TO_ALL);
    signals_before_call(site);
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    own()->at_parents_end = number;
    kernel_settle();
}

int thread_control_at_parents_end(const struct fiber *fiber) { return controls[fiber->index].at_parents_end; }

bool thread_control(int option, const unsigned long a[4], long *result, uint64_t site) {
    struct control *control;
    switch (option) {
        case PR_SET_TIMERSLACK:
            control = own();
            *result = set(option, a);
            control->slack = a[0] ? a[0] : control->usual_slack;
            return true;
        case PR_GET_TIMERSLACK:
            *result = (long)own()->slack;
            return true;
        case PR_SET_KEEPCAPS:
            control = own();
            *result = set(option, a);
            control->keeps_capabilities = *result == 0 ? a[0] : control->keeps_capabilities;
            return true;
        case PR_GET_KEEPCAPS:
            *result = own()->keeps_capabilities;
            return true;
        case PR_SET_NO_NEW_PRIVS:
            control = own();
            *result = set(option, a);
            control->gets_no_privileges |= *result == 0;
            return true;
        case PR_GET_NO_NEW_PRIVS:
            *result = a[0] || a[1] || a[2] || a[3] ? fail_with(EINVAL) : own()->gets_no_privileges;
            return true;
        case PR_SET_PDEATHSIG:
            *result = set(option, a);
            if (*result == 0) {
                ask_for_parents_end((int)a[0], site);
            }
            return true;
        case PR_GET_PDEATHSIG: {
            int *to = (int *)(uintptr_t)a[0];
            memory_writes(to, sizeof *to, site);
            *to = own()->at_parents_end;
            *result = 0;
            return true;
        }
        default:
            return false;
    }
}

bool thread_control_is_for_all(int option) {
    switch (option) {
        case PR_CAPBSET_DROP:
        case PR_CAP_AMBIENT:
        case PR_SET_SECUREBITS:
        case PR_SET_SECCOMP:
        case PR_SET_TSC:
            return !is_alone();
        default:
            return false;
    }
}

EXPORT int personality(unsigned long persona) {
    rt.site = NULL;
    if (!running()) {
        return REAL(personality)(persona);
    }
    struct control *control = own();
    int before = (int)control->personality;
    if (persona != ONLY_TELL) {
        control->personality = is_alone() ? (kernel_call(SYS_personality, persona), persona) : persona;
    }
    return before;
}
