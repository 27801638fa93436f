/* Waiting for one of several descriptors: poll, select, epoll_wait. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/descriptors/io.h"
#include "kernel/readiness/kernel.h"
#include "kernel/readiness/ready_words.h"
#include "kernel/signals/interrupted_calls.h"
#include "kernel/signals/signal_handler.h"
#include "kernel/signals/signal_mask.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/signals/signal_points.h"
#include "kernel/signals/signal_shown.h"
#include "kernel/time/deadline.h"
#include "kernel/time/sleep.h"
#include "kernel/time/time_limits.h"
#include "memory/files.h"
#include "memory/memory.h"
#include "memory/stdio/output_buffer.h"
#include "model/dependence.h"
#include "model/note.h"
#include "model/runtime.h"

#define NO_TIMEOUT UINT64_MAX
#define MOST_POLLED 4096u /* at once; more than are modelled */

/* What a call asks about, one descriptor after the other. */
struct polling {
    struct ready_words bits; /* that it waits for */
    struct polled polled;
    bool ready; /* one of them always is */
    bool asks_more; /* about errors alone, or what is out of band: `bits` are not all that it may find */
};

static void ask(struct polling *polling, int slot, bool in, bool out, uint64_t site) {
    ready_add(&polling->bits, in ? kernel_readable(slot, site) : 0);
    ready_add(&polling->bits, out ? kernel_writable(slot) : 0);
    if (polling->polled.count < POLLED_SLOTS) {
        polling->polled.slots[polling->polled.count] = slot;
    }
    polling->polled.count++;
}

/* The same of what never blocks, or is no descriptor. */
static void ask_what_never_blocks(struct polling *polling, int fd, uint64_t site) {
    files_number(fd, false, site);
    polling->ready = true;
    polling->polled.count = POLLED_SLOTS + 1;
}

/* A call that waits for some bits until a time. */
struct wait {
    struct polled polled;
    uint64_t deadline;
    uint64_t site;
    bool interrupted, expired;
    struct shown shown; /* to the call */
};

static struct wait wait_for(const struct polling *polling, uint64_t nanoseconds, uint64_t site) {
    struct wait wait = {.polled = polling->polled, .site = site};
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

static void begin(struct wait *wait) {
    wait->expired = kernel_poll_point(&wait->polled, wait->deadline, wait->site);
    wait->interrupted = signals_run() != NOT_INTERRUPTED;
    wait->shown = (struct shown){0};
    if (slots_may_show_signals()) {
        signals_show(rt.current, &wait->shown);
    }
}

/* After the real call, which has found `count` ready; whether it is to be made again. */
static bool again(const struct wait *wait, int *count) {
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

/* A call that waits for nothing only lets time pass: it is no wait that ends as the last resort. */
static int sleep_for(uint64_t nanoseconds, uint64_t site) {
    if (!time_sleep(nanoseconds, site)) {
        return 0;
    }
    errno = EINTR;
    return -1;
}

static uint64_t nanoseconds_of(const struct timespec *t) {
    return t ? (uint64_t)t->tv_sec * 1000000000ull + (uint64_t)t->tv_nsec : NO_TIMEOUT;
}

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

static bool waits_and_is_interrupted(uint64_t nanoseconds, uint64_t site) {
    return nanoseconds != 0 && call_is_interrupted(false, site);
}

static int poll_asked(struct pollfd *polls, nfds_t count, uint64_t nanoseconds, uint64_t site) {
    struct polling polling = {0};
    bool watches = false;
    for (nfds_t i = 0; i < count; i++) {
        int slot = polls[i].fd < 0 ? -1 : io_slot(polls[i].fd, site);
        if (polls[i].fd < 0) {
            continue;
        }
        watches = true;
        bool in = polls[i].events & (POLLIN | POLLRDNORM | POLLRDHUP), out = polls[i].events & (POLLOUT | POLLWRNORM);
        if (slot < 0) {
            ask_what_never_blocks(&polling, polls[i].fd, site);
        } else if (!in && !out && nanoseconds != 0) {
            unmodelled("poll for nothing but errors", site);
        } else {
            ask(&polling, slot, in, out, site);
            polling.asks_more |= !in && !out;
        }
    }
    if (!watches && nanoseconds != NO_TIMEOUT) {
        for (nfds_t i = 0; i < count; i++) {
            polls[i].revents = 0;
        }
        return sleep_for(nanoseconds, site);
    }
    struct wait wait = wait_for(&polling, nanoseconds, site);
    int found;
    do {
        begin(&wait);
        found = REAL(poll)(polls, count, 0);
    } while (again(&wait, &found));
    return found;
}

static int poll_until(struct pollfd *polls, nfds_t count, uint64_t nanoseconds, uint64_t site) {
    if (UNLIKELY(waits_and_is_interrupted(nanoseconds, site))) {
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
    int found = poll_until(polls, count, nanoseconds_of(timeout), site);
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

/* ---- select ---- */

static void ask_set(struct polling *polling, int count, const fd_set *set, bool writes, uint64_t site) {
    for (int fd = 0; set && fd < count; fd++) {
        int slot = FD_ISSET(fd, set) ? io_slot(fd, site) : -1;
        if (slot >= 0) {
            ask(polling, slot, !writes, writes, site);
        } else if (FD_ISSET(fd, set)) {
            ask_what_never_blocks(polling, fd, site);
        }
    }
}

/* The kernel takes and gives back whole words of a set. */
static size_t size_of_set(int count) { return ((size_t)count + 63) / 64 * 8; }

static int select_asked(int count, fd_set *sets[3], uint64_t nanoseconds, uint64_t site) {
    struct polling polling = {0};
    ask_set(&polling, count, sets[0], false, site);
    ask_set(&polling, count, sets[1], true, site);
    if (sets[2]) {
        polling.polled.count = POLLED_SLOTS + 1; /* what it asks about there is not looked at */
        polling.asks_more = true;
    }
    if (!polling.polled.count && nanoseconds != NO_TIMEOUT) {
        return sleep_for(nanoseconds, site);
    }
    struct wait wait = wait_for(&polling, nanoseconds, site);
    fd_set asked[3];
    for (int i = 0; i < 3; i++) {
        if (sets[i]) {
            asked[i] = *sets[i];
        }
    }
    int found;
    do {
        begin(&wait);
        for (int i = 0; i < 3; i++) {
            if (sets[i]) {
                *sets[i] = asked[i];
            }
        }
        found = REAL(select)(count, sets[0], sets[1], sets[2], &(struct timeval){0, 0});
    } while (again(&wait, &found));
    return found;
}

static int select_until(int count, fd_set *sets[3], uint64_t nanoseconds, uint64_t site) {
    if (UNLIKELY(waits_and_is_interrupted(nanoseconds, site))) {
        return -1;
    }
    fd_set asked[3];
    fd_set *own[3] = {NULL, NULL, NULL};
    for (int i = 0; i < 3; i++) {
        if (sets[i]) {
            memory_reads(sets[i], size_of_set(count), site);
            memcpy(own[i] = &asked[i], sets[i], size_of_set(count));
        }
    }
    int found = select_asked(count, own, nanoseconds, site), error = errno;
    for (int i = 0; found >= 0 && i < 3; i++) {
        if (sets[i]) {
            memory_writes(sets[i], size_of_set(count), site);
            memcpy(sets[i], own[i], size_of_set(count));
        }
    }
    errno = error;
    return found;
}

EXPORT int select(int count, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict others,
                  struct timeval *restrict timeout) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(select)(count, reads, writes, others, timeout);
    }
    if (count < 0 || (timeout && (timeout->tv_sec < 0 || timeout->tv_usec < 0))) {
        errno = EINVAL;
        return -1;
    }
    fd_set *sets[3] = {reads, writes, others};
    signals_before_call(site);
    struct timeval given = timeout ? *timeout : (struct timeval){0, 0};
    uint64_t nanoseconds = timeout ? (uint64_t)given.tv_sec * 1000000000ull + (uint64_t)given.tv_usec * 1000 : NO_TIMEOUT;
    int found = select_until(count, sets, nanoseconds, site);
    if (timeout) { /* Linux leaves there what is left of it */
        int error = errno;
        memory_store(timeout, found == 0 ? ((struct timeval){0, 0}) : given, site);
        errno = error;
    }
    return found;
}

EXPORT int pselect(int count, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict others,
                   const struct timespec *restrict timeout, const sigset_t *restrict mask) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pselect)(count, reads, writes, others, timeout, mask);
    }
    if (count < 0 || (timeout && !deadline_valid(timeout))) {
        errno = EINVAL;
        return -1;
    }
    fd_set *sets[3] = {reads, writes, others};
    uint64_t before = signals_before_masked_call(mask, site);
    int found = select_until(count, sets, nanoseconds_of(timeout), site);
    signals_restore(before);
    return found;
}

/* ---- epoll ---- */

static int epoll_until(int set, struct epoll_event *events, int room, uint64_t nanoseconds, uint64_t site) {
    if (room <= 0) {
        errno = EINVAL;
        return -1;
    }
    if (UNLIKELY(waits_and_is_interrupted(nanoseconds, site))) {
        return -1;
    }
    int slot = kernel_slot(set, site);
    struct polling polling = {.ready = slot < 0};
    ready_add(&polling.bits, slot < 0 ? 0 : kernel_readable(slot, site));
    struct wait wait = wait_for(&polling, nanoseconds, site);
    struct output_buffer buffer;
    struct epoll_event *into = output_buffer_begin(&buffer, events, (size_t)room * sizeof *events, site);
    int found;
    do {
        begin(&wait);
        found = REAL(epoll_wait)(set, into, room, 0);
    } while (again(&wait, &found));
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
    return running() ? epoll_masked(set, events, room, nanoseconds_of(timeout), mask, site)
                     : REAL(epoll_pwait2)(set, events, room, timeout, mask);
}
