#define _GNU_SOURCE
#include "kernel/readiness/held.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/readiness/kernel.h"
#include "memory/numbers.h"
#include "model/runtime.h"

static bool any; /* has been taken in this execution */

static bool is_held(const struct held *held) { return held->copy != held->number; }

struct held held_begin(int number, int slot, enum held_for waits, uint64_t site) {
    struct held held = held_nothing(number, slot);
    bool is_contended = rt.fiber_count > 1 && !slot_at(slot)->holds && numbers_of_blocking_waited_for(number, site);
    if (LIKELY(!is_contended) || (waits == HELD_TO_BLOCK && slot_flags(slot) & O_NONBLOCK)) {
        return held;
    }
    kernel_number_used(site);
    int copy = slot_is_open(slot) && !slot_at(slot)->is_replaced ? REAL(fcntl)(number, F_DUPFD_CLOEXEC, OWN_DESCRIPTORS) : -1;
    if (copy >= 0) {
        held.copy = copy;
        held.copy_slot = slot_hold(slot, copy);
        any = true;
        kernel_number_told(slot + 1);
    }
    kernel_settle();
    return held;
}

static void let_go(int slot) {
    slot_sources.timer_closed(slot_at(slot)->descriptor);
    REAL(close)(slot_at(slot)->descriptor);
    slot_free(slot);
}

/* Whether the number still stands for what is behind the copy, as far as that can be told: some kinds have no inodes of their own. */
static bool is_still_behind(const struct held *held) {
    const struct slot *now = slot_at(held->slot), *copy = slot_at(held->copy_slot);
    bool is_same = now->device == copy->device && now->inode == copy->inode && now->channel && now->channel == copy->channel;
    return slot_is_open(held->slot) && !now->is_replaced && is_same;
}

void held_end(const struct held *held, uint64_t site) {
    if (LIKELY(!is_held(held))) {
        return;
    }
    int saved = errno;
    if (is_still_behind(held)) {
        let_go(held->copy_slot);
    } else { /* it lives by the copy alone, perhaps */
        kernel_point(HEDDLE_IO_CHANGE, 0, 0, site);
        let_go(held->copy_slot);
        kernel_settle();
    }
    errno = saved;
}

struct held held_add(struct held_several *several, int number, int slot, uint64_t site) {
    if (several->count == HELD_MOST) {
        return held_nothing(number, slot);
    }
    struct held held = held_begin(number, slot, HELD_TO_POLL, site);
    if (is_held(&held)) {
        several->of[several->count++] = held;
    }
    return held;
}

void held_end_all(const struct held_several *several, uint64_t site) {
    for (uint32_t i = 0; i < several->count; i++) {
        held_end(&several->of[i], site);
    }
}

void held_closing(int slot) {
    for (int i = 0; UNLIKELY(any) && i < slots_end(); i++) {
        if (slot_is_open(i) && slot_at(i)->holds == slot + 1) {
            kernel_number_told(-(slot + 1));
        }
    }
}

static int next_of_thread(void) {
    for (int i = 0; i < slots_end(); i++) {
        if (slot_is_open(i) && slot_at(i)->holds && slot_at(i)->fiber == rt.current) {
            return i;
        }
    }
    return -1;
}

void held_abandon(uint64_t site) {
    if (LIKELY(!any) || next_of_thread() < 0) {
        return;
    }
    kernel_point(HEDDLE_IO_CHANGE, 0, 0, site);
    for (int slot; (slot = next_of_thread()) >= 0;) {
        let_go(slot);
    }
    kernel_settle();
}
