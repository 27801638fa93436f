/* The functions on signals that POSIX calls obsolescent, by those that it has instead. libc's own would change what the kernel thread
 * blocks, which all threads of the program share. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/signals/signal_pending.h"
#include "model/runtime.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#undef sigpause

/* Whoever is called next has this site. */
static void pass(uint64_t site) { rt.site = (const struct heddle_site *)(uintptr_t)site; }

static int change_one(int how, int number, sigset_t *before, uint64_t site) {
    sigset_t one;
    sigemptyset(&one);
    if (sigaddset(&one, number) != 0) {
        return -1;
    }
    pass(site);
    return sigprocmask(how, &one, before);
}

EXPORT int sighold(int number) {
    uint64_t site = SITE();
    return running() ? change_one(SIG_BLOCK, number, NULL, site) : REAL(sighold)(number);
}

EXPORT int sigrelse(int number) {
    uint64_t site = SITE();
    return running() ? change_one(SIG_UNBLOCK, number, NULL, site) : REAL(sigrelse)(number);
}

EXPORT sighandler_t sigset(int number, sighandler_t disposition) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(sigset)(number, disposition);
    }
    bool holds = disposition == SIG_HOLD;
    struct sigaction action = {.sa_flags = 0}, before;
    sigset_t blocked;
    action.sa_handler = disposition;
    pass(site);
    if (sigaction(number, holds ? NULL : &action, &before) != 0 ||
        change_one(holds ? SIG_BLOCK : SIG_UNBLOCK, number, &blocked, site) != 0) {
        return SIG_ERR;
    }
    return sigismember(&blocked, number) ? SIG_HOLD : before.sa_handler;
}

/* X/Open's sigpause, which glibc's header gives this name: waits with this signal unblocked. */
EXPORT int sigpause(int number) {
    uint64_t site = SITE();
    if (!running()) {
        return ((__typeof__(&sigpause))real_function("__xpg_sigpause"))(number);
    }
    signals_use_masks();
    sigset_t set = signals_set_of(rt.current->signal.blocked);
    if (sigdelset(&set, number) != 0) {
        return -1;
    }
    pass(site);
    return sigsuspend(&set);
}
