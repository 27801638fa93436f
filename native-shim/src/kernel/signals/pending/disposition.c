#define _GNU_SOURCE
#include "kernel/signals/pending/disposition.h"

#include <signal.h>
#include <string.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/signals/pending/signal_pending.h"
#include "model/ending.h"
#include "model/fibers/processes.h"
#include "model/runtime.h"

struct known {
    uint8_t is; /* enum disposition */
    bool is_given;
};

static struct known written[MOST_PROCESSES][NSIG];

static enum disposition by_default(int number) {
    switch (number) {
        case SIGCHLD:
        case SIGURG:
        case SIGWINCH:
        case SIGCONT:
            return SIGNAL_IS_IGNORED;
        case SIGSTOP:
        case SIGTSTP:
        case SIGTTIN:
        case SIGTTOU:
            return SIGNAL_STOPS;
        default:
            return SIGNAL_ENDS;
    }
}

static struct known ask_kernel(int number) {
    struct sigaction action;
    if (REAL(sigaction)(number, NULL, &action) != 0 || action.sa_handler == SIG_IGN) {
        return (struct known){SIGNAL_IS_IGNORED, true};
    }
    bool is_default = action.sa_handler == SIG_DFL;
    return (struct known){(uint8_t)(is_default ? by_default(number) : SIGNAL_IS_HANDLED), !is_default};
}

static struct known known_of(uint32_t process, int number) {
    bool is_elsewhere = UNLIKELY(rt.processes) && process != rt.current->process;
    return is_elsewhere ? written[process][number] : ask_kernel(number);
}

enum disposition disposition_of(uint32_t process, int number) { return (enum disposition)known_of(process, number).is; }

bool disposition_is_given(uint32_t process, int number) { return known_of(process, number).is_given; }

bool signal_is_taken(uint32_t process, int number) {
    enum disposition is = disposition_of(process, number);
    return is == SIGNAL_IS_HANDLED || (UNLIKELY(rt.processes) && is == SIGNAL_ENDS);
}

bool signals_tell_of_ends(void) {
    return disposition_is_given(rt.current->process, SIGCHLD) || rt.current->signal.blocked & SIGNAL_BIT(SIGCHLD);
}

void dispositions_begin(void) {
    for (int number = 1; number < NSIG; number++) {
        written[rt.current->process][number] = ask_kernel(number);
    }
}

void dispositions_inherit(uint32_t child) { memcpy(written[child], written[rt.current->process], sizeof written[child]); }

void disposition_changed(int number) {
    written[rt.current->process][number] = ask_kernel(number);
    if (UNLIKELY(rt.processes) && number == SIGCHLD && signals_tell_of_ends()) {
        end_execution_for_ends(ENDS_TOLD);
    }
}
