/* Waiting for one of several descriptors: poll and epoll_wait. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/descriptors/io.h"
#include "kernel/descriptors/polling/polling.h"
#include "kernel/signals/signal_mask.h"
#include "kernel/signals/signal_points.h"
#include "memory/memory.h"
#include "memory/stdio/output_buffer.h"
#include "model/note.h"
#include "model/runtime.h"

#define MOST_POLLED 4096u /* at once; more than are modelled */

/* ---- poll ---- */

/* What it asks about is read now, and what it finds is stored when it returns. */
static int answered(const struct pollfd *found, struct pollfd *polls, nfds_t count, int result, uint64_t site) {
    int error = errno;
    for (nfds_t i = 0; i < count; i++) {
        memory_store(&polls[i].revents, found[i].revents, site);
    }
    errno = error;
    return result;
}

static int poll_asked(struct pollfd *polls, nfds_t count, uint64_t nanoseconds, uint64_t site) {
    struct polling polling = {.waits = nanoseconds != 0};
    bool watches = false;
    for (nfds_t i = 0; i < count; i++) {
        int slot = polls[i].fd < 0 ? -1 : io_slot(polls[i].fd, site);
        if (polls[i].fd < 0) {
            continue;
        }
        watches = true;
        bool in = polls[i].events & (POLLIN | POLLRDNORM | POLLRDHUP), out = polls[i].events & (POLLOUT | POLLWRNORM);
        if (slot < 0) {
            polling_ask_what_never_blocks(&polling, polls[i].fd, site);
        } else if (!in && !out && nanoseconds != 0) {
            unmodelled("poll for nothing but errors", site);
        } else {
            polls[i].fd = polling_ask(&polling, polls[i].fd, slot, in, out, site);
            polling.asks_more |= !in && !out;
        }
    }
    if (!watches && nanoseconds != NO_TIMEOUT) {
        for (nfds_t i = 0; i < count; i++) {
            polls[i].revents = 0;
        }
        return polling_sleep(nanoseconds, site);
    }
    struct polling_wait wait = polling_wait_for(&polling, nanoseconds, site);
    int found;
    do {
        polling_begin(&wait);
        found = REAL(poll)(polls, count, 0);
    } while (polling_again(&wait, &found));
    held_end_all(&polling.held, site);
    return found;
}

static int poll_until(struct pollfd *polls, nfds_t count, uint64_t nanoseconds, uint64_t site) {
    if (UNLIKELY(polling_is_interrupted(nanoseconds, site))) {
        return -1;
    }
    if (count > MOST_POLLED) {
        int refused = REAL(poll)(polls, count, 0);
        if (refused >= 0) {
            unmodelled("poll of more than 4096 descriptors", site);
        }
        return refused;
    }
    struct pollfd asked[count];
    for (nfds_t i = 0; i < count; i++) {
        memory_reads(&polls[i], offsetof(struct pollfd, revents), site);
        asked[i] = polls[i];
    }
    return answered(asked, polls, count, poll_asked(asked, count, nanoseconds, site), site);
}

EXPORT int poll(struct pollfd *polls, nfds_t count, int milliseconds) {
    uint64_t site = SITE();
    if (running()) {
        signals_before_call(site);
    }
    return running() ? poll_until(polls, count, milliseconds < 0 ? NO_TIMEOUT : (uint64_t)milliseconds * 1000000, site)
                     : REAL(poll)(polls, count, milliseconds);
}

EXPORT int ppoll(struct pollfd *polls, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(ppoll)(polls, count, timeout, mask);
    }
    uint64_t before = signals_before_masked_call(mask, site);
    int found = poll_until(polls, count, polling_time_of(timeout), site);
    signals_restore(before);
    return found;
}

_Noreturn void __chk_fail(void);

EXPORT int __poll_chk(struct pollfd *polls, nfds_t count, int milliseconds, size_t size) {
    PASS_SITE();
    if (size / sizeof *polls < count) {
        __chk_fail();
    }
    return poll(polls, count, milliseconds);
}

/* ---- epoll ---- */

static int epoll_until(int set, struct epoll_event *events, int room, uint64_t nanoseconds, uint64_t site) {
    if (room <= 0) {
        errno = EINVAL;
        return -1;
    }
    if (UNLIKELY(polling_is_interrupted(nanoseconds, site))) {
        return -1;
    }
    int slot = kernel_slot(set, site);
    struct polling polling = {.ready = slot < 0};
    struct held held = held_nothing(set, slot);
    if (slot >= 0) {
        held = nanoseconds != 0 ? held_begin(set, slot, HELD_TO_POLL, site) : held;
        ready_add(&polling.bits, kernel_readable(held.copy_slot, site));
    }
    struct polling_wait wait = polling_wait_for(&polling, nanoseconds, site);
    struct output_buffer buffer;
    struct epoll_event *into = output_buffer_begin(&buffer, events, (size_t)room * sizeof *events, site);
    int found;
    do {
        polling_begin(&wait);
        found = REAL(epoll_wait)(held.copy, into, room, 0);
    } while (polling_again(&wait, &found));
    held_end(&held, site);
    output_buffer_end(&buffer, found > 0 ? (size_t)found * sizeof *events : 0);
    return found;
}

static uint64_t of_milliseconds(int milliseconds) { return milliseconds < 0 ? NO_TIMEOUT : (uint64_t)milliseconds * 1000000; }

EXPORT int epoll_wait(int set, struct epoll_event *events, int room, int milliseconds) {
    uint64_t site = SITE();
    if (running()) {
        signals_before_call(site);
    }
    return running() ? epoll_until(set, events, room, of_milliseconds(milliseconds), site)
                     : REAL(epoll_wait)(set, events, room, milliseconds);
}

static int epoll_masked(int set, struct epoll_event *events, int room, uint64_t nanoseconds, const sigset_t *mask,
                        uint64_t site) {
    uint64_t before = signals_before_masked_call(mask, site);
    int found = epoll_until(set, events, room, nanoseconds, site);
    signals_restore(before);
    return found;
}

EXPORT int epoll_pwait(int set, struct epoll_event *events, int room, int milliseconds, const sigset_t *mask) {
    uint64_t site = SITE();
    return running() ? epoll_masked(set, events, room, of_milliseconds(milliseconds), mask, site)
                     : REAL(epoll_pwait)(set, events, room, milliseconds, mask);
}

EXPORT int epoll_pwait2(int set, struct epoll_event *events, int room, const struct timespec *timeout, const sigset_t *mask) {
    uint64_t site = SITE();
    return running() ? epoll_masked(set, events, room, polling_time_of(timeout), mask, site)
                     : REAL(epoll_pwait2)(set, events, room, timeout, mask);
}
