#define _GNU_SOURCE
#include "kernel/descriptors/polling/polling.h"

#include <errno.h>

#include "kernel/signals/interrupted_calls.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/signals/signal_handler.h"
#include "kernel/time/deadline.h"
#include "kernel/time/sleep.h"
#include "kernel/time/time_limits.h"
#include "memory/files.h"
#include "model/runtime.h"

int polling_ask(struct polling *polling, int fd, int slot, bool in, bool out, uint64_t site) {
    if (polling->waits) {
        struct held held = held_add(&polling->held, fd, slot, site);
        fd = held.copy;
        slot = held.copy_slot;
    }
    ready_add(&polling->bits, in ? kernel_readable(slot, site) : 0);
    ready_add(&polling->bits, out ? kernel_writable(slot) : 0);
    if (polling->polled.count < POLLED_SLOTS) {
        polling->polled.slots[polling->polled.count] = slot;
    }
    polling->polled.count++;
    return fd;
}

void polling_ask_what_never_blocks(struct polling *polling, int fd, uint64_t site) {
    files_number(fd, false, site);
    polling->ready = true;
    polling->polled.count = POLLED_SLOTS + 1;
}

struct polling_wait polling_wait_for(const struct polling *polling, uint64_t nanoseconds, uint64_t site) {
    struct polling_wait wait = {.polled = polling->polled, .site = site};
    struct needed *needed = &wait.polled.needed;
    needed->bits = ready_waited(&polling->bits);
    if (nanoseconds != NO_TIMEOUT) {
        wait.deadline = nanoseconds ? deadline_after(nanoseconds) : HEDDLE_DEADLINE_ANY;
    }
    needed->waits = !polling->ready && wait.deadline != HEDDLE_DEADLINE_ANY;
    if (needed->waits) {
        needed->bits = kernel_either(needed->bits ? needed->bits : KERNEL_NEVER, signals_interrupt(site));
    } else {
        needed->bits = polling->ready || polling->asks_more ? 0 : needed->bits;
        wait.deadline = 0;
    }
    return wait;
}

void polling_begin(struct polling_wait *wait) {
    wait->expired = kernel_poll_point(&wait->polled, wait->deadline, wait->site);
    wait->interrupted = signals_run() != NOT_INTERRUPTED;
    wait->shown = (struct shown){0};
    if (slots_may_show_signals()) {
        signals_show(rt.current, &wait->shown);
    }
}

bool polling_again(const struct polling_wait *wait, int *count) {
    signals_hide(&wait->shown, false);
    kernel_settle();
    if (!wait->polled.needed.waits) {
        time_limit_over(*count == 0);
        kernel_tried(*count != 0);
    }
    bool nothing = *count == 0 && wait->polled.needed.waits && !wait->expired;
    if (nothing && wait->interrupted) {
        *count = -1;
        errno = EINTR;
        return false;
    }
    return nothing;
}

int polling_sleep(uint64_t nanoseconds, uint64_t site) {
    if (!time_sleep(nanoseconds, site)) {
        return 0;
    }
    errno = EINTR;
    return -1;
}

uint64_t polling_time_of(const struct timespec *t) {
    return t ? (uint64_t)t->tv_sec * 1000000000ull + (uint64_t)t->tv_nsec : NO_TIMEOUT;
}

bool polling_is_interrupted(uint64_t nanoseconds, uint64_t site) { return nanoseconds != 0 && call_is_interrupted(false, site); }
