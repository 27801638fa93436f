#define _GNU_SOURCE
#include "kernel/readiness/readiness.h"

#include <poll.h>
#include <sys/syscall.h>
#include <time.h>

#include "base/direct.h"
#include "base/hot.h"
#include "model/fibers/fiber.h"
#include "model/runtime.h"

HOT static uint64_t ready = READINESS_ALL;

uint64_t readiness(void) { return ready; }

static void ask(struct pollfd *polls, nfds_t count, int milliseconds) {
    struct timespec timeout = {milliseconds / 1000, milliseconds % 1000 * 1000000l};
    kernel_call(SYS_ppoll, polls, count, milliseconds < 0 ? NULL : &timeout, NULL, 8);
}

/* Of what is no descriptor. */
static bool is_ready(const struct slot *slot) {
    switch (slot->kind) {
        case SLOT_SIGNALS:
            return slot_sources.signals_pending(slot->fiber, slot->set, slot->runs);
        case SLOT_SHOWN:
            return slot_sources.signals_shown_at(slot->fiber, slot->descriptor);
        case SLOT_TIMER:
            return slot_sources.timer_may_expire(slot->timer);
        case SLOT_TIME:
            return !slot_sources.timers_before(slot->fiber->time.passes_to);
        default:
            return true;
    }
}

static uint64_t bits_of(int slot, const struct pollfd *poll) {
    const short broken = POLLERR | POLLHUP | POLLNVAL;
    return (poll->revents & (POLLIN | POLLRDHUP | broken) ? KERNEL_READABLE(slot) : 0) |
           (poll->revents & (POLLOUT | broken) ? KERNEL_WRITABLE(slot) : 0);
}

/* Of a reserved slot. */
static uint64_t bits_of_thread(int slot) {
    const struct fiber *fiber = fiber_by_id(slot_at(slot)->thread);
    return !fiber ? 0
                  : (slot_sources.signals_pending(fiber, 0, true) ? KERNEL_READABLE(slot) : 0) |
                        (slot_sources.signals_pending(fiber, SIGNALS_ALONE, true) ? KERNEL_WRITABLE(slot) : 0);
}

/* What is closed, or nobody knows of, is ready: it blocks nobody. */
void readiness_refresh(void) {
    struct pollfd polls[SLOTS];
    int end = slots_end();
    for (int i = 0; i < end; i++) {
        polls[i] = (struct pollfd){.fd = slot_is_open(i) ? slot_at(i)->descriptor : -1, .events = POLLIN | POLLRDHUP | POLLOUT};
    }
    ask(polls, (nfds_t)end, 0);
    ready = READINESS_ALL;
    for (int i = 0; i < end; i++) {
        uint64_t own = KERNEL_READABLE(i) | KERNEL_WRITABLE(i);
        if (slot_is_open(i)) {
            ready = (ready & ~own) | bits_of(i, &polls[i]);
            slot_at(i)->closed = polls[i].revents & POLLNVAL; /* where it was not seen */
        } else if (slot_at(i)->kind == SLOT_RESERVED) {
            ready = (ready & ~own) | bits_of_thread(i);
        } else if (!is_ready(slot_at(i))) {
            ready &= ~own;
        }
    }
}

void readiness_refresh_within(int milliseconds) {
    struct pollfd polls[SLOTS];
    int end = slots_end();
    for (int i = 0; i < end; i++) {
        const struct slot *slot = slot_at(i);
        polls[i] = (struct pollfd){.fd = slot_is_open(i) && (slot->outside || slot->listens) ? slot->descriptor : -1};
        polls[i].events |= ready & KERNEL_READABLE(i) ? 0 : POLLIN | POLLRDHUP;
        polls[i].events |= ready & KERNEL_WRITABLE(i) ? 0 : POLLOUT;
    }
    ask(polls, (nfds_t)end, milliseconds);
    readiness_refresh();
}
