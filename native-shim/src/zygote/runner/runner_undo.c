/* What an execution has changed in the kernel, as far as calls_make lets it: undone as the end of a process would. */
#define _GNU_SOURCE
#include "zygote/runner/runner_undo.h"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/direct.h"
#include "base/invariant.h"
#include "zygote/runner/runner_state.h"

void kernel_remember(void) {
    struct kernel_state *k = &runner->kernel;
    direct_call(SYS_rt_sigprocmask, SIG_BLOCK, 0, (long)&k->mask, sizeof k->mask);
    k->end_of_data = (uint64_t)direct_call(SYS_brk, 0, 0, 0, 0);
    k->hidden_before = k->hidden;
    k->mapping_count = 0;
    k->actions_changed = 0;
    k->mask_changed = k->end_changed = false;
}

static void close_files(struct kernel_state *k) {
    for (int i = 0; k->has_files && i < MOST_FILES; i++) {
        if (k->files[i / 64] >> i % 64 & 1) {
            direct_call(SYS_close, i, 0, 0, 0);
        }
    }
    for (int i = 0; k->has_files && i < MOST_FILES / 64; i++) {
        k->files[i] = 0;
    }
    k->has_files = false;
}

static void restore_actions(struct kernel_state *k) {
    for (int i = 0; k->actions_changed != 0; i++) {
        if (k->actions_changed >> i & 1) {
            direct_call(SYS_rt_sigaction, i + 1, (long)&k->actions[i], 0, sizeof k->actions[i].mask);
            k->actions_changed &= ~(1ull << i);
        }
    }
}

void kernel_put_back(void) {
    struct kernel_state *k = &runner->kernel;
    INVARIANT(k->mapping_count <= MOST_MAPPINGS);
    close_files(k);
    while (k->mapping_count > 0) {
        const struct span *mapping = &k->mappings[--k->mapping_count];
        long failed = direct_call(SYS_munmap, (long)mapping->start, (long)(mapping->end - mapping->start), 0, 0);
        INVARIANT(!failed);
    }
    restore_actions(k);
    if (k->mask_changed) {
        direct_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&k->mask, 0, sizeof k->mask);
        k->hidden = k->hidden_before;
        k->mask_changed = false;
    }
    k->is_unique = false;
    if (k->end_changed) {
        uint64_t end = (uint64_t)direct_call(SYS_brk, (long)k->end_of_data, 0, 0, 0);
        INVARIANT(end == k->end_of_data);
        k->end_changed = false;
    }
}
