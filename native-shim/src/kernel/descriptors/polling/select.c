/* Waiting for one of several descriptors: select. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/select.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/descriptors/io.h"
#include "kernel/descriptors/polling/polling.h"
#include "kernel/signals/signal_mask.h"
#include "kernel/signals/signal_points.h"
#include "kernel/time/deadline.h"
#include "memory/memory.h"
#include "model/runtime.h"

/* What is asked about in the place of a number, and the number in its place again. */
static void put(fd_set *set, int from, int to) {
    if (from < FD_SETSIZE && to < FD_SETSIZE && FD_ISSET(from, set)) {
        FD_CLR(from, set);
        FD_SET(to, set);
    }
}

static void put_copies(const struct held_several *held, int *count, fd_set *set) {
    for (uint32_t i = 0; set && i < held->count; i++) {
        put(set, held->of[i].number, held->of[i].copy);
        *count = held->of[i].copy >= *count ? held->of[i].copy + 1 : *count;
    }
}

static void put_numbers(const struct held_several *held, fd_set *set) {
    for (uint32_t i = 0; set && i < held->count; i++) {
        put(set, held->of[i].copy, held->of[i].number);
    }
}

static void ask_set(struct polling *polling, int count, const fd_set *set, bool writes, uint64_t site) {
    for (int fd = 0; set && fd < count; fd++) {
        int slot = FD_ISSET(fd, set) ? io_slot(fd, site) : -1;
        if (slot >= 0) {
            polling_ask(polling, fd, slot, !writes, writes, site);
        } else if (FD_ISSET(fd, set)) {
            polling_ask_what_never_blocks(polling, fd, site);
        }
    }
}

/* The kernel takes and gives back whole words of a set. */
static size_t size_of_set(int count) { return ((size_t)count + 63) / 64 * 8; }

static int select_asked(int count, fd_set *sets[3], uint64_t nanoseconds, uint64_t site) {
    struct polling polling = {.waits = nanoseconds != 0};
    ask_set(&polling, count, sets[0], false, site);
    ask_set(&polling, count, sets[1], true, site);
    if (sets[2]) {
        polling.polled.count = POLLED_SLOTS + 1; /* what it asks about there is not looked at */
        polling.asks_more = true;
    }
    if (!polling.polled.count && nanoseconds != NO_TIMEOUT) {
        return polling_sleep(nanoseconds, site);
    }
    struct polling_wait wait = polling_wait_for(&polling, nanoseconds, site);
    fd_set asked[3];
    for (int i = 0; i < 3; i++) {
        if (sets[i]) {
            put_copies(&polling.held, &count, sets[i]);
            asked[i] = *sets[i];
        }
    }
    int found;
    do {
        polling_begin(&wait);
        for (int i = 0; i < 3; i++) {
            if (sets[i]) {
                *sets[i] = asked[i];
            }
        }
        found = REAL(select)(count, sets[0], sets[1], sets[2], &(struct timeval){0, 0});
    } while (polling_again(&wait, &found));
    for (int i = 0; i < 3; i++) {
        put_numbers(&polling.held, sets[i]);
    }
    held_end_all(&polling.held, site);
    return found;
}

static int select_until(int of_all, fd_set *sets[3], uint64_t nanoseconds, uint64_t site) {
    int count = of_all < FD_SETSIZE ? of_all : FD_SETSIZE; /* the kernel takes no more into account than there are numbers */
    if (UNLIKELY(polling_is_interrupted(nanoseconds, site))) {
        return -1;
    }
    fd_set asked[3] = {0};
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
    int found = select_until(count, sets, polling_time_of(timeout), site);
    signals_restore(before);
    return found;
}
