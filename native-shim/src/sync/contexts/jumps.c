/* Jumps out of functions (longjmp, siglongjmp). What their buffer has of the signals that the thread blocked, libc hands to the kernel by
 * itself; the runtime's own word of it is changed before, which lets the handlers run of what was blocked since. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <string.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/signals/signal_mask.h"
#include "model/runtime.h"

void __longjmp_chk(struct __jmp_buf_tag *to, int value) __attribute__((noreturn)); /* longjmp, with _FORTIFY_SOURCE */

static void prepare(const struct __jmp_buf_tag *to, uint64_t site) {
    if (!running()) {
        return;
    }
    struct fiber_signals *signals = &rt.current->signal;
    signals->handlers = 0; /* a handler that jumps is taken to leave itself */
    signals->interrupted = NULL;
    if (!to->__mask_was_saved) {
        return;
    }
    sigset_t mask;
    memcpy(&mask, &to->__saved_mask, sizeof mask);
    if (UNLIKELY(rt.processes) && !(signals->blocked & SIGNAL_BIT(SIGCHLD))) {
        sigdelset(&mask, SIGCHLD); /* which the kernel blocks then, see dispositions_begin */
    }
    if (signals_word_of(&mask) != signals->blocked) {
        signals_set_mask(&mask, site);
    }
}

EXPORT void longjmp(struct __jmp_buf_tag to[1], int value) {
    prepare(to, SITE());
    REAL(longjmp)(to, value);
}

EXPORT void _longjmp(struct __jmp_buf_tag to[1], int value) {
    prepare(to, SITE());
    REAL(_longjmp)(to, value);
}

EXPORT void siglongjmp(sigjmp_buf to, int value) {
    prepare(to, SITE());
    REAL(siglongjmp)(to, value);
}

EXPORT void __longjmp_chk(struct __jmp_buf_tag *to, int value) {
    prepare(to, SITE());
    REAL(__longjmp_chk)(to, value);
}
