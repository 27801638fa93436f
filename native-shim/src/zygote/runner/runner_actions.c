/* Signal masks and dispositions: those of before the execution are set again when it is over. */
#define _GNU_SOURCE
#include "zygote/runner/runner_actions.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>

#include "base/direct.h"
#include "zygote/runner/runner_memory.h"
#include "zygote/runner/runner_state.h"

#define OURS (1ull << (SIGSEGV - 1) | 1ull << (SIGSYS - 1))

/* The runner needs two signals; the program is told what it would see without. */
long change_mask(const long a[6], uint64_t *mask) {
    struct kernel_state *k = &runner->kernel;
    if (a[3] != sizeof k->mask) {
        return -EINVAL;
    }
    uint64_t now = 0;
    direct_call(SYS_rt_sigprocmask, SIG_BLOCK, 0, (long)&now, sizeof now);
    uint64_t before = (mask ? *mask : now) | k->hidden, set = a[1] ? *(const uint64_t *)a[1] : 0;
    uint64_t after = !a[1] ? before : a[0] == SIG_BLOCK ? before | set : a[0] == SIG_UNBLOCK ? before & ~set : set;
    if (a[1] && a[0] != SIG_BLOCK && a[0] != SIG_UNBLOCK && a[0] != SIG_SETMASK) {
        return -EINVAL;
    }
    if (a[2]) {
        *(uint64_t *)a[2] = before;
    }
    if (after != before) {
        k->mask_changed = true;
        k->hidden = after & OURS;
        after &= ~OURS;
        if (mask) {
            *mask = after & ~(1ull << (SIGKILL - 1) | 1ull << (SIGSTOP - 1));
        } else {
            direct_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&after, 0, sizeof after);
        }
    }
    return 0;
}

long change_action(long number, const long a[6]) {
    struct kernel_state *k = &runner->kernel;
    long signal = a[0];
    if (signal == SIGSEGV || signal == SIGSYS) {
        calls_refuse(number);
    }
    if (a[1] && signal >= 1 && signal <= 64 && !(k->actions_changed >> (signal - 1) & 1)) {
        k->actions_changed |= 1ull << (signal - 1);
        direct_call(SYS_rt_sigaction, signal, 0, (long)&k->actions[signal - 1], sizeof k->actions[0].mask);
    }
    memory_fill((uint64_t)a[2], a[2] ? sizeof(struct kernel_action) : 0);
    return direct_make(number, a);
}
