/* Livelocks: threads go round for ever, each of them gets its turns, and nobody gets on (a fair cycle: Musuvathi, Qadeer, "Fair Stateless
 * Model Checking", PLDI 2008). Before each event the state of all threads (registers, stack, pending operation) has a signature. Where
 * it has been met before, and every thread that could go on has done something since, the same threads are sent round the same way
 * once more. If that ends in the very same state, with the memory that was written, the model of all synchronisation objects, and what the
 * operations came to as they were, then nothing tells one round from the next, and they may go on for ever. It is gone
 * round a third time to see that this is so.
 *
 * What might change without being compared makes a round no candidate: operations on descriptors and signals, new threads, alternatives,
 * clocks, calls of what is not instrumented (rt.local_changes), deadlines and timers that are still to come.
 */
#include "core/loops/cycle.h"

#include "base/compiler.h"
#include "core/candidates.h"
#include "core/loops/cycle_memory.h"
#include "core/loops/stack_state.h"
#include "heddle_abi.h"
#include "model/addresses.h"
#include "model/fibers/fiber.h"
#include "model/note.h"
#include "model/resolve.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "model/shared.h"

#define LONGEST 512u /* events of one round */
#define HISTORY 4096u /* events that are remembered; a power of 2, as is the next */
#define SLOTS 8192u
#define MOST_TRIES 16u /* in one execution */
#define ROUNDS 2u /* beyond the first */

static uint64_t signature; /* of the present state: a sum over all threads */
static struct {
    uint64_t signature;
    uint32_t at; /* the number of events there were when it was last met, plus 1 */
} met[SLOTS];
static uint32_t met_before[HISTORY]; /* by the number of events: the time before, likewise plus 1; 0: none */

static struct {
    uint32_t from, length; /* the round before; length 0: none is being tried */
    uint64_t signature;
} tried;
static uint64_t refuted[MOST_TRIES];
static uint32_t refuted_count;
static uint32_t marks[MAX_FIBERS], mark; /* which threads take part */

void cycle_start(const struct plan_view *plan) { rt.seeks_cycles = plan->head->flags & HEDDLE_PLAN_CYCLES; }

static uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 32;
}

static __attribute__((noinline)) void hash(struct fiber *self) {
    uint64_t state = heddle_state(fiber_stack_top(self->id));
    const struct heddle_event *pending = self->pending;
    uint64_t place = mix(mix(mix(mix(state, self->id), pending->kind), pending->object), pending->site);
    rt.seeks_cycles &= state != 0;
    signature += place - self->place;
    self->place = place;
}

void cycle_announced(struct fiber *self) {
    stack_look_at_all();
    stack_clean_own_frames();
    stack_is_of_round(true);
    hash(self);
    stack_is_of_round(false);
}

/* Whether nothing that is not compared can have changed by it. */
static bool is_repeatable(const struct heddle_event *event) {
    if (event->alternative != HEDDLE_NO_ALTERNATIVE || (rules[event->kind]->expires && event->argument > HEDDLE_DEADLINE_ANY)) {
        return false;
    }
    return rules[event->kind]->repeatable;
}

/* Whether something may still come from outside, or by itself as time goes on. */
static bool anything_awaited(void) {
    if (rt.seen.timers || rt.seen.outside || rt.seen.processes || rt.request_awaited) {
        return true;
    }
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const struct fiber *fiber = &rt.fibers[i];
        const struct rule *rule = rules[fiber->pending->kind];
        if (fiber->pending->kind != 0 && rule->expires && fiber->pending->argument > HEDDLE_DEADLINE_ANY) {
            return true;
        }
    }
    return false;
}

/* How many threads could go on and do not take part. */
static uint32_t left_out(void) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        count += marks[i] != mark && is_enabled(&rt.fibers[i]);
    }
    return count;
}

/* The start of the shortest round that ends here and in which all threads take part that could; `at` if there is none. */
static uint32_t round_to(uint32_t at, uint32_t before) {
    uint32_t from = at;
    mark++;
    while (before != 0 && before <= at && at - (before - 1) <= LONGEST) {
        while (from > before - 1) {
            const struct heddle_event *event = &rt.shared->events[--from];
            if (!is_repeatable(event)) {
                return at;
            }
            marks[fiber_by_id(event->thread)->index] = mark;
        }
        if (left_out() == 0) {
            return from;
        }
        before = met_before[from % HISTORY];
    }
    return at;
}

static bool is_refuted(void) {
    for (uint32_t i = 0; i < refuted_count; i++) {
        if (refuted[i] == signature) {
            return true;
        }
    }
    return false;
}

static void look_for_one(uint32_t at) {
    uint32_t before = met[signature % SLOTS].signature == signature ? met[signature % SLOTS].at : 0;
    met_before[at % HISTORY] = before;
    met[signature % SLOTS].signature = signature;
    met[signature % SLOTS].at = at + 1;
    if (before == 0 || refuted_count == MOST_TRIES || is_refuted() || anything_awaited()) {
        return;
    }
    uint32_t from = round_to(at, before);
    if (from < at) {
        tried.from = from;
        tried.length = at - from;
        tried.signature = signature;
        cycle_memory_begin();
    }
}

static void give_up(void) {
    refuted[refuted_count++] = tried.signature;
    tried.length = 0;
    cycle_memory_end();
}

/* Whether it is an access of memory whose old content nothing depends on but its new one. */
static bool counts(const struct heddle_event *event) {
    return resolve_is_site(event->site) && heddle_counts((const struct heddle_site *)(uintptr_t)event->site);
}

/* What a read-modify-write or a plain write leaves is compared in memory. */
static bool is_same(const struct heddle_event *a, const struct heddle_event *b) {
    bool same = a->thread == b->thread && a->kind == b->kind && a->object == b->object && a->object2 == b->object2 &&
                a->argument == b->argument && a->alternative == b->alternative && a->site == b->site;
    return same && (counts(a) || ((a->result == b->result || a->kind == HEDDLE_ATOMIC_RMW) &&
                                  (a->value == b->value || a->kind == HEDDLE_WRITE)));
}

static void found(uint32_t end) {
    const struct heddle_event *first = &rt.shared->events[end - tried.length];
    note_of(first->thread, HEDDLE_NOTE_CYCLE, tried.length, first->site, "%s", "");
    rt.seeks_cycles = false;
    tried.length = 0;
    cycle_memory_end();
}

struct fiber *cycle_next(void) {
    uint32_t at = rt.shared->event_count;
    if (rt.section) { /* others cannot go on, although they are enabled */
        if (tried.length != 0) {
            give_up();
        }
        return NULL;
    }
    if (tried.length == 0) {
        look_for_one(at);
    } else {
        uint32_t gone = at - tried.from;
        bool on_way = is_same(&rt.shared->events[at - 1], &rt.shared->events[at - 1 - tried.length]) && left_out() == 0;
        bool is_round = gone % tried.length == 0;
        if (!on_way || (is_round && (signature != tried.signature || !cycle_memory_is_same()))) {
            give_up();
        } else if (gone == (1 + ROUNDS) * tried.length) {
            found(at);
        }
    }
    if (tried.length == 0) {
        return NULL;
    }
    struct fiber *next = fiber_by_id(rt.shared->events[at - tried.length].thread);
    int32_t alternative;
    return may_run(next, &alternative) && alternative == HEDDLE_NO_ALTERNATIVE ? next : NULL;
}

/* For the comparison of memory. */
static void take_down(const struct heddle_event *event) {
    switch (event->kind) {
        case HEDDLE_ATOMIC_LOAD:
            cycle_memory_read(event->object, event->argument);
            break;
        case HEDDLE_WRITE:
        case HEDDLE_ATOMIC_STORE:
        case HEDDLE_ATOMIC_RMW:
        case HEDDLE_ATOMIC_CAS:
            cycle_memory_written(event->object, event->argument, counts(event));
            break;
        default:
            break;
    }
}

void cycle_event(const struct heddle_event *event) {
    if (event->kind == HEDDLE_THREAD_EXIT) {
        struct fiber *fiber = fiber_by_id(event->thread);
        signature -= fiber->place;
        fiber->place = 0;
    }
    if (rt.watches_memory) {
        take_down(event);
    }
}
