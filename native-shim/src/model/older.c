#include "model/older.h"

#include "base/catalogue.h"
#include "base/invariant.h"
#include "model/runtime.h"

static bool writes(const struct heddle_event *event) {
    bool has_failed = event->kind == HEDDLE_ATOMIC_CAS && !event->result;
    return is_memory_access(event->kind) && !operation_has(event->kind, TRAIT_LOOKS) && !has_failed;
}

static bool overlap(const struct heddle_event *one, const struct heddle_event *other) {
    return one->object < other->object + other->argument && other->object < one->object + one->argument;
}

static bool is_there(const struct heddle_event *store, const struct heddle_event *load) {
    return store->object == load->object && store->argument == load->argument && store->kind != HEDDLE_WRITE;
}

bool older_find(const struct heddle_event *load, int32_t overlooked, uint32_t before, uint32_t *oldest) {
    for (uint32_t i = before; i-- > 0;) {
        const struct heddle_event *event = &rt.shared->events[i];
        if (!writes(event) || !overlap(event, load)) {
            continue;
        }
        if (!is_there(event, load)) {
            return false;
        }
        if (--overlooked == 0) {
            *oldest = i;
            return true;
        }
    }
    return false;
}

uint64_t older_value_before(uint32_t store) {
    const struct heddle_event *event = &rt.shared->events[store];
    switch (event->kind) {
        case HEDDLE_ATOMIC_STORE:
            return (uint64_t)event->result;
        case HEDDLE_ATOMIC_RMW:
            return event->value;
        default:
            INVARIANT(event->kind == HEDDLE_ATOMIC_CAS);
            return event->object2; /* it has found what it expected */
    }
}
