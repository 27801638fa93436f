#include "race/whole.h"

#include <string.h>

#include "base/hot.h"
#include "base/invariant.h"
#include "model/runtime.h"
#include "model/shared.h"
#include "race/clocks/race_memory.h"
#include "race/clocks/times.h"
#include "race/object_order.h"

#define MOST_TOUCHED 64u /* ranges of one section that are told apart */

HOT static const struct heddle_touch *ordinary; /* of the plan: names the mutexes whose sections go on as usual */
HOT static uint32_t ordinary_count;

HOT static uint32_t begun_at; /* the number of the lock */
HOT static uint32_t touched_count;
static bool touched_more;
static struct touched_range {
    uint64_t start, end;
    bool writes;
} touched_ranges[MOST_TOUCHED];

/* A section that has ended, by the clock that its thread had in it. */
struct done {
    uint64_t mutex;
    struct clock *dependence, *c11; /* at its end */
    uint32_t clock;
};
static struct dones {
    struct done *all;
    uint32_t count, room;
} dones[MAX_FIBERS];

void whole_start(const struct plan_view *plan) {
    ordinary = plan->touches;
    ordinary_count = plan->head->touch_count;
}

static bool is_ordinary(uint64_t mutex) {
    for (uint32_t i = 0; i < ordinary_count; i++) {
        if (ordinary[i].kind == HEDDLE_TOUCH_ORDINARY && ordinary[i].address == mutex) {
            return true;
        }
    }
    return false;
}

void whole_begin(struct fiber *fiber, const struct heddle_event *lock, uint32_t event) {
    bool is_plain = lock->result == 0 && lock->value == 0 && lock->argument == 0 && lock->object2 == 0;
    bool is_watched =
        rt.section || rt.seen.robust_mutex || rt.seen.handlers_anywhere || rt.seen.cancels_anywhere || rt.request_awaited;
    bool has_room = rt.shared->touch_count + MOST_TOUCHED < MAX_TOUCHES;
    if (!is_plain || is_watched || !rt.asked.races || !has_room || is_ordinary(lock->object)) {
        return;
    }
    INVARIANT(!rt.whole);
    rt.whole = rt.section = fiber;
    rt.whole_mutex = lock->object;
    begun_at = event;
    touched_count = 0;
    touched_more = false;
}

void whole_touch(uint64_t address, uint64_t size, bool writes) {
    uint64_t end = address + size;
    for (uint32_t i = 0; i < touched_count; i++) {
        struct touched_range *range = &touched_ranges[i];
        bool covers = range->start <= address && end <= range->end;
        if (covers && (range->writes || !writes)) {
            return;
        }
        if (range->writes == writes && address <= range->end && range->start <= end) {
            range->start = address < range->start ? address : range->start;
            range->end = end > range->end ? end : range->end;
            return;
        }
    }
    if (touched_count == MOST_TOUCHED) {
        touched_more = true;
    } else {
        touched_ranges[touched_count++] = (struct touched_range){address, end, writes};
    }
}

static const struct done *find(const struct dones *of, uint32_t clock) {
    uint32_t low = 0, high = of->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (of->all[middle].clock < clock) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < of->count && of->all[low].clock == clock ? &of->all[low] : NULL;
}

bool whole_follows(const struct fiber *fiber, uint32_t epoch) {
    if (fiber != rt.whole) {
        return false;
    }
    const struct done *done = find(&dones[epoch_index(epoch)], epoch_clock(epoch));
    if (!done || done->mutex != rt.whole_mutex) {
        return false;
    }
    struct times *self = times_at(fiber->index);
    clock_join(&self->dependence, done->dependence);
    clock_join(&self->c11, done->c11);
    return true;
}

void whole_release(const struct fiber *fiber) {
    struct dones *own = &dones[fiber->index];
    if (own->count == own->room) {
        struct done *old = own->all;
        own->room = own->room ? 2 * own->room : 8;
        own->all = race_allocate(own->room * sizeof *own->all);
        if (old) {
            memcpy(own->all, old, own->count * sizeof *old);
        }
    }
    const struct times *self = times_at(fiber->index);
    struct done *done = &own->all[own->count++];
    *done = (struct done){.mutex = rt.whole_mutex, .clock = clock_get(self->c11, fiber->index)};
    INVARIANT(own->count == 1 || done[-1].clock < done->clock); /* find relies on the order */
    clock_copy(&done->dependence, self->dependence);
    clock_copy(&done->c11, self->c11);
}

void whole_leave(void) {
    rt.whole = NULL;
    rt.section = NULL;
}

const struct heddle_touch *whole_end(uint32_t *count) {
    INVARIANT(rt.whole && rt.whole == rt.section && rt.shared->touch_count + touched_count < MAX_TOUCHES);
    struct heddle_touch *touched = &rt.shared->touches[rt.shared->touch_count];
    touched[0] = (struct heddle_touch){.event = begun_at, .kind = touched_more ? HEDDLE_TOUCH_EVERYTHING : HEDDLE_TOUCH_SECTION};
    for (uint32_t i = 0; i < touched_count; i++) {
        const struct touched_range *range = &touched_ranges[i];
        touched[i + 1] = (struct heddle_touch){.event = begun_at,
                                               .kind = range->writes ? HEDDLE_TOUCH_WRITE : HEDDLE_TOUCH_READ,
                                               .address = range->start,
                                               .length = range->end - range->start};
    }
    *count = touched_count + 1;
    rt.shared->touch_count += *count;
    whole_leave();
    return touched;
}

bool whole_conflict(const struct heddle_touch *a, uint32_t a_count, const struct heddle_touch *b, uint32_t b_count) {
    for (uint32_t i = 1; i < a_count; i++) {
        for (uint32_t k = 1; k < b_count; k++) {
            bool writes = a[i].kind == HEDDLE_TOUCH_WRITE || b[k].kind == HEDDLE_TOUCH_WRITE;
            if (writes && a[i].address < b[k].address + b[k].length && b[k].address < a[i].address + a[i].length) {
                return true;
            }
        }
    }
    return false;
}
