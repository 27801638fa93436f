/* The functions on signals that are obsolescent, by those that POSIX has instead. libc's own would change what the kernel thread
 * blocks, which all threads of the program share, and nobody would know of the handlers that they set. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/signals/pending/signal_pending.h"
#include "model/runtime.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#undef sigpause

static int change_one(int how, int number, sigset_t *before, uint64_t site) {
    sigset_t one;
    sigemptyset(&one);
    if (sigaddset(&one, number) != 0) {
        return -1;
    }
    pass_site(site);
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
    pass_site(site);
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
    pass_site(site);
    return sigsuspend(&set);
}

EXPORT int sigignore(int number) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(sigignore)(number);
    }
    struct sigaction action = {.sa_flags = 0};
    action.sa_handler = SIG_IGN;
    pass_site(site);
    return sigaction(number, &action, NULL);
}

EXPORT int siginterrupt(int number, int interrupts) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(siginterrupt)(number, interrupts);
    }
    struct sigaction action;
    pass_site(site);
    if (sigaction(number, NULL, &action) != 0) {
        return -1;
    }
    action.sa_flags = interrupts ? action.sa_flags & ~SA_RESTART : action.sa_flags | SA_RESTART;
    pass_site(site);
    return sigaction(number, &action, NULL);
}

/* ---- other names of signal and raise ---- */

/* What <signal.h> makes of signal where only POSIX is asked for (-std=c11 -D_POSIX_C_SOURCE=200809L): System V's. */
static sighandler_t handle_once(int number, sighandler_t handler, uint64_t site) {
    struct sigaction action = {.sa_flags = (int)SA_RESETHAND | SA_NODEFER}, before;
    action.sa_handler = handler;
    pass_site(site);
    return sigaction(number, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}

EXPORT sighandler_t sysv_signal(int number, sighandler_t handler) {
    uint64_t site = SITE();
    return running() ? handle_once(number, handler, site) : REAL(sysv_signal)(number, handler);
}

EXPORT sighandler_t __sysv_signal(int number, sighandler_t handler) {
    uint64_t site = SITE();
    return running() ? handle_once(number, handler, site) : REAL(sysv_signal)(number, handler);
}

EXPORT sighandler_t bsd_signal(int number, sighandler_t handler) {
    PASS_SITE();
    return signal(number, handler);
}

EXPORT sighandler_t ssignal(int number, sighandler_t handler) {
    PASS_SITE();
    return signal(number, handler);
}

EXPORT int gsignal(int number) {
    PASS_SITE();
    return raise(number);
}

/* ---- masks of BSD, with a bit for each of the first signals ---- */

static int mask_by(int how, int mask, uint64_t site) {
    sigset_t set = signals_set_of((uint32_t)mask), before;
    pass_site(site);
    return sigprocmask(how, &set, &before) == 0 ? (int)signals_word_of(&before) : -1;
}

EXPORT int sigblock(int mask) {
    uint64_t site = SITE();
    return running() ? mask_by(SIG_BLOCK, mask, site) : REAL(sigblock)(mask);
}

EXPORT int sigsetmask(int mask) {
    uint64_t site = SITE();
    return running() ? mask_by(SIG_SETMASK, mask, site) : REAL(sigsetmask)(mask);
}

EXPORT int siggetmask(void) {
    uint64_t site = SITE();
    return running() ? mask_by(SIG_BLOCK, 0, site) : REAL(siggetmask)();
}
