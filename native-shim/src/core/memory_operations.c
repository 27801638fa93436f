/* Loads, stores, read-modify-writes: what they do in the model is what the program does to its memory. */
#include "core/memory_operations.h"

#include <string.h>

#include "base/compiler.h"
#include "base/invariant.h"
#include "model/fibers/processes.h"
#include "model/older.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "race/shadow/unmapped.h"

/* Where there is nothing, the program shall crash, not the runtime. */
static uint64_t load(uint64_t address, uint64_t size) {
    uint64_t value = 0;
    if (UNLIKELY(memory_is_unmapped(address))) {
        return value;
    }
    memcpy(&value, (const void *)(uintptr_t)address_of_name(address), size < sizeof value ? size : sizeof value);
    return value;
}

/* What the event that is executed now finds, which overlooks stores. */
static uint64_t older_of(const struct heddle_event *event) {
    struct older found;
    bool is_found = older_find(event, event->alternative, rt.shared->event_count - 1, &found);
    rt.seen.older = true;
    INVARIANT(is_found);
    return found.value;
}

static bool may_overlook(const struct fiber *fiber, const struct heddle_event *operation, int32_t overlooked) {
    struct older found;
    if (!fiber->access.redirects || !older_find(operation, overlooked, rt.shared->event_count, &found)) {
        return false;
    }
    bool has_failed = operation->kind == HEDDLE_ATOMIC_CAS && found.value != operation->object2;
    bool writes = operation->kind != HEDDLE_ATOMIC_LOAD && !has_failed;
    return !writes || !found.is_bound;
}

/* Every event says what memory held before and after it, as far as 8 bytes go, so that the server can tell what a
 * compare-and-swap would find in another order. What a read-modify-write or a plain write leaves is known only once the
 * program has done it: when its thread comes to its next operation. */
static void load_apply(struct fiber *fiber, struct heddle_event *event) {
    if (UNLIKELY(overlooks(event))) {
        event->value = older_of(event);
        return;
    }
    event->value = fiber->access.unreadable ? 0 : load(event->object, event->argument);
}
RULE(ATOMIC_LOAD) = {.apply = load_apply, .allows = may_overlook, .vain = VAIN, .after_signals = true, .repeatable = true};
RULE(READ) = {.apply = load_apply, .vain = VAIN, .after_signals = true, .repeatable = true};

static void store_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    rt.seen.older |= overlooks(event);
    event->result = (int64_t)load(event->object, event->argument);
}
RULE(ATOMIC_STORE) = {.apply = store_apply, .allows = may_overlook, .after_signals = true, .repeatable = true};

static void rmw_apply(struct fiber *fiber, struct heddle_event *event) {
    event->value = UNLIKELY(overlooks(event)) ? older_of(event) : load(event->object, event->argument);
    fiber->unsettled = rt.shared->event_count;
}
RULE(ATOMIC_RMW) = {.apply = rmw_apply, .allows = may_overlook, .after_signals = true, .repeatable = true};

static void write_apply(struct fiber *fiber, struct heddle_event *event) {
    if (UNLIKELY(fiber->access.unreadable)) {
        return;
    }
    event->result = (int64_t)load(event->object, event->argument);
    fiber->unsettled = rt.shared->event_count;
}
RULE(WRITE) = {.apply = write_apply, .after_signals = true, .repeatable = true};

void memory_settle(struct fiber *fiber) {
    struct heddle_event *event = &rt.shared->events[fiber->unsettled - 1];
    INVARIANT(fiber->unsettled <= rt.shared->event_count && event->thread == fiber->id);
    uint64_t place = UNLIKELY(overlooks(event)) ? (uint64_t)(uintptr_t)&older_cell : event->object;
    uint64_t now = load(place, event->argument);
    if (event->kind == HEDDLE_ATOMIC_RMW) {
        event->result = (int64_t)now;
    } else {
        event->value = now;
    }
    fiber->unsettled = 0;
}

/* object2 is the expected value; value comes in as the desired one. */
static void cas_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    uint64_t found = UNLIKELY(overlooks(event)) ? older_of(event) : load(event->object, event->argument);
    event->result = found == event->object2;
    if (!event->result) {
        event->value = found;
    }
}
RULE(ATOMIC_CAS) = {.apply = cas_apply, .allows = may_overlook, .vain = VAIN_IF_ZERO, .after_signals = true, .repeatable = true};
RULE(ATOMIC_FENCE) = {.vain = VAIN, .repeatable = true};
