#include "model/older.h"

#include "base/catalogue.h"
#include "base/invariant.h"
#include "base/hot.h"
#include "model/runtime.h"

HOT uint64_t older_cell;

static bool writes(const struct heddle_event *event) {
    bool has_failed = event->kind == HEDDLE_ATOMIC_CAS && !event->result;
    return is_memory_access(event->kind) && !operation_has(event->kind, TRAIT_LOOKS) && !has_failed;
}

static bool updates(const struct heddle_event *store) { return store->kind != HEDDLE_ATOMIC_STORE; }

static bool overlap(const struct heddle_event *one, const struct heddle_event *other) {
    return one->object < other->object + other->argument && other->object < one->object + one->argument;
}

static bool is_there(const struct heddle_event *store, const struct heddle_event *access) {
    return store->object == access->object && store->argument == access->argument && store->kind != HEDDLE_WRITE;
}

static uint64_t value_before(const struct heddle_event *store) {
    switch (store->kind) {
        case HEDDLE_ATOMIC_STORE:
            return (uint64_t)store->result;
        case HEDDLE_ATOMIC_RMW:
            return store->value;
        default:
            INVARIANT(store->kind == HEDDLE_ATOMIC_CAS);
            return store->object2; /* it has found what it expected */
    }
}

static uint64_t value_of(const struct heddle_event *store) {
    return store->kind == HEDDLE_ATOMIC_RMW ? (uint64_t)store->result : store->value;
}

/* Back through the stores in the order of the execution. Before a store that overlooks n others is looked at, it is the one with n behind it in
 * modification order. */
bool older_find(const struct heddle_event *access, int32_t overlooked, uint32_t before, struct older *found) {
    int32_t behind = overlooked, behind_next = overlooked - 1; /* of the source, and of what follows it */
    *found = (struct older){.is_first = true, .earliest = before};
    for (uint32_t i = before; i-- > 0;) {
        const struct heddle_event *event = &rt.shared->events[i];
        if (!writes(event) || !overlap(event, access)) {
            continue;
        }
        if (!is_there(event, access)) {
            break;
        }
        int32_t own = overlooks(event) ? event->alternative : 0;
        if (found->is_first && own == behind) {
            found->is_first = false;
            found->source = i;
            found->value = value_of(event);
        } else if (own < behind) {
            behind--;
        }
        if (own == behind_next) {
            found->is_bound = updates(event);
            behind_next = -1;
        } else if (own < behind_next) {
            behind_next--;
        }
        found->earliest = i;
    }
    if (found->is_first && found->earliest < before) {
        found->value = value_before(&rt.shared->events[found->earliest]);
    }
    return !found->is_first || (behind == 0 && found->earliest < before);
}
