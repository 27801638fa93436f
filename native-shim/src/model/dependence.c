/* The dependence relation, as far as the runtime needs it: to wake sleeping operations. It is that of Dependence.java:
 * RuntimeDependenceTest compares the two on random pairs of events. How a kind of operation uses its objects is a row of the
 * catalogue, OperationKind.java. */
#include "model/dependence.h"

#include "base/catalogue.h"
#include "base/compiler.h"
#include "model/objects.h"
#include "model/operation.h"
#include "model/runtime.h"

static bool overlap(const struct touched *a, const struct touched *b) {
    return a->family == b->family && a->object < b->object + b->length && b->object < a->object + a->length;
}

static enum access access_by(enum operation_use use, const struct heddle_event *e) {
    bool is_zero = e->result == 0;
    switch (use) {
        case USE_READS:
            return READS;
        case USE_SHARES:
            return SHARES;
        case USE_ENQUEUES:
            return ENQUEUES;
        case USE_WAKES:
            return WAKES;
        case USE_WRITES_IF_DONE:
            return is_zero ? WRITES : READS;
        case USE_SHARES_IF_DONE:
            return is_zero ? SHARES : READS;
        case USE_DISPOSES_IF_DONE:
            return is_zero ? DISPOSES : READS;
        case USE_POSTS:
            return !is_zero ? WRITES : rt.asked.in_turn ? NOTIFIES : SHARES;
        case USE_TAKES_IN_TURN:
            return rt.asked.in_turn && is_zero && e->argument == 0 && e->object2 == 0 ? TAKES : WRITES;
        case USE_ADDS:
            return rt.asked.counting && is_addition(e) ? SHARES : WRITES;
        case USE_MARKS:
            return rt.asked.marking && is_mark(e) ? SHARES : WRITES;
        case USE_WRITES_IF_ANY:
            return is_zero ? READS : WRITES;
        case USE_NOTIFIES_IF_ANY:
            return is_zero ? READS : NOTIFIES;
        case USE_EXCHANGES:
            return is_zero && e->argument <= 8 ? READS : WRITES;
        case USE_ARRIVES:
            return rt.asked.cautious ? NOTIFIES : SHARES;
        case USE_WAKES_OR_LEAVES:
            return e->argument == HEDDLE_DEADLINE_ANY ? LEAVES : WAKES;
        case USE_GIVES_BACK:
            return e->argument ? WRITES : SHARES;
        case USE_NOTHING:
        case USE_WRITES:
            break;
    }
    return WRITES;
}

static bool is_kind(uint16_t kind) { return kind <= HEDDLE_LAST_OP; }

static int touches_channels(const struct heddle_event *e, enum access access, struct touched out[MOST_THINGS]) {
    uint64_t channels[MOST_IN_CHANNEL_SET];
    int count = (int)channels_named(e->object, channels);
    for (int i = 0; i < count; i++) {
        out[i] = (struct touched){HEDDLE_FAMILY_CHANNEL, access, channels[i], 1};
    }
    out[count] = (struct touched){HEDDLE_FAMILY_KERNEL, READS, HEDDLE_KERNEL_OBJECT, 1};
    return count + 1;
}

int touches(const struct heddle_event *e, struct touched out[MOST_THINGS]) {
    const struct catalogue_row *row = &catalogue[is_kind(e->kind) ? e->kind : 0];
    if (row->family == HEDDLE_FAMILY_NONE) {
        return 0;
    }
    uint64_t length = 1;
    if (row->family == HEDDLE_FAMILY_MEMORY) {
        length = row->traits & TRAIT_WITH_RANGE ? e->argument & 0xff : e->argument;
        length += length == 0; /* as in Dependence.java: an access has a place, even of nothing */
    }
    enum access access = e->flags & HEDDLE_EVENT_WHOLE ? SHARES : access_by((enum operation_use)row->use, e);
    if (row->traits & TRAIT_WITH_KERNEL) {
        return touches_channels(e, access, out);
    }
    out[0] = (struct touched){(enum heddle_family)row->family, access, e->object, length};
    if (row->family == HEDDLE_FAMILY_MEMORY && UNLIKELY(e->order & HEDDLE_ORDER_CLAIMED)) {
        out[1] = (struct touched){HEDDLE_FAMILY_CLAIMS, WRITES, HEDDLE_CLAIMS_OBJECT, 1};
        return 2;
    }
    if (row->traits & TRAIT_WITH_MUTEX) { /* the mutex first: it is what a random policy looks at */
        out[1] = out[0];
        out[0] = (struct touched){HEDDLE_FAMILY_MUTEX, WRITES, e->object2, 1};
        return 2;
    }
    if (row->traits & TRAIT_INTERRUPTIBLE) {
        out[1] = (struct touched){HEDDLE_FAMILY_KERNEL, READS, HEDDLE_KERNEL_OBJECT, 1};
        return e->object2 & ~(uint64_t)(HEDDLE_SPINS | HEDDLE_ANNOUNCED) ? 2 : 1;
    }
    if (row->traits & TRAIT_WITH_TARGET) { /* argument: 1 + the thread whose handle it uses */
        out[1] = (struct touched){HEDDLE_FAMILY_THREAD, READS, e->argument - 1, 1};
        return e->argument ? 2 : 1;
    }
    if (row->traits & TRAIT_WITH_RANGE) {
        out[1] = (struct touched){HEDDLE_FAMILY_MEMORY, READS, e->object2, await_range(e->argument)};
        return await_range(e->argument) ? 2 : 1;
    }
    return 1;
}

bool is_timeout(const struct heddle_event *event) {
    return event->alternative == HEDDLE_ALT_TIMEOUT && event->argument > HEDDLE_DEADLINE_ANY && is_kind(event->kind) &&
           operation_has(event->kind, TRAIT_TIMED);
}

/* A wake-up is ordered after the signal that woke it only, a wait that takes in turn after the post that it takes only. These are past
 * when it can be executed. */
bool access_conflict(enum access a, enum access b) {
    if (a == WRITES || b == WRITES) {
        return true;
    }
    if (a == WAKES || b == WAKES) {
        return false;
    }
    if (a == TAKES || b == TAKES) {
        return a != NOTIFIES && b != NOTIFIES;
    }
    bool waiters_only = (a == ENQUEUES || a == LEAVES) && (b == ENQUEUES || b == LEAVES);
    bool of_thread = (a == SHARES && b == DISPOSES) || (a == DISPOSES && b == SHARES);
    return a == NOTIFIES || a == DISPOSES ? !of_thread : a != b && !waiters_only && !of_thread;
}

bool may_be_in_section(const struct heddle_event *operation) {
    enum heddle_family family = operation_family(operation->kind);
    return family != HEDDLE_FAMILY_THREAD && family != HEDDLE_FAMILY_KERNEL && family != HEDDLE_FAMILY_CHANNEL &&
           family != HEDDLE_FAMILY_KEY;
}

bool meets_sections(const struct heddle_event *operation) {
    bool is_local = operation_family(operation->kind) == HEDDLE_FAMILY_NONE;
    return rt.asked.cautious || operation->kind == HEDDLE_SECTION_BEGIN || (!is_local && may_be_in_section(operation));
}

bool dependent(const struct heddle_event *a, const struct heddle_event *b) {
    if (a->thread == b->thread || a->kind == HEDDLE_PROCESS_EXIT || b->kind == HEDDLE_PROCESS_EXIT || is_timeout(a) ||
        is_timeout(b)) {
        return true;
    }
    if (a->kind == HEDDLE_SECTION_BEGIN || b->kind == HEDDLE_SECTION_BEGIN) {
        return meets_sections(a->kind == HEDDLE_SECTION_BEGIN ? b : a);
    }
    struct touched of_a[MOST_THINGS], of_b[MOST_THINGS];
    int count_a = touches(a, of_a), count_b = touches(b, of_b);
    for (int i = 0; i < count_a; i++) {
        for (int j = 0; j < count_b; j++) {
            if (overlap(&of_a[i], &of_b[j]) && access_conflict(of_a[i].access, of_b[j].access)) {
                return true;
            }
        }
    }
    return false;
}
