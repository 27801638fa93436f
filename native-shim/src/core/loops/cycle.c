/* Livelocks: threads go round for ever, each of them gets its turns, and nobody gets on (a fair cycle: Musuvathi, Qadeer, "Fair Stateless
 * Model Checking", PLDI 2008). Before each event the state of all threads (registers, stack, pending operation) has a signature. Where
 * it has been met before, and every thread that could go on has done something since, the same threads are sent round the same way
 * once more. That may end in the very same state, with the memory that was written, the model of all synchronisation objects, and what the
 * operations came to as they were. Then nothing tells one round from the next, and they may go on for ever. It is gone round a third time
 * to see that this is so.
 *
 * What might change without being compared makes a round no candidate: operations on descriptors and signals, new threads, alternatives,
 * clocks, calls of what is not instrumented (rt.local_changes), deadlines and timers that are still to come.
 */
#include "core/loops/cycle.h"

#include "base/catalogue.h"
#include "core/candidates.h"
#include "core/loops/cycle_memory.h"
#include "core/loops/round.h"
#include "core/loops/signature.h"
#include "model/fibers/fiber.h"
#include "model/note.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "model/shared.h"

#define LONGEST 512u /* events of one round */
#define HISTORY 4096u /* events that are remembered; a power of 2, as is the next */
#define WAYS 4u /* states that may share a place in the table: one line of the cache */
#define FEWEST_PLACES 64u /* one page: an execution in the runner puts back what it has written */
#define MOST_PLACES 2048u /* powers of 2, too */
#define MOST_TRIES 16u /* in one execution */
#define ROUNDS 2u /* beyond the first */

struct met {
    uint64_t signature;
    uint32_t at; /* the number of events there were when it was last met, plus 1; 0: none */
};
static struct met met[MOST_PLACES][WAYS] __attribute__((aligned(4096)));
static uint32_t places = FEWEST_PLACES;
static uint32_t met_before[HISTORY]; /* by the number of events: the time before, likewise plus 1; 0: none */

static struct {
    uint32_t from, length; /* the round before; length 0: none is being tried */
    uint64_t signature;
} tried;
static uint64_t refuted[MOST_TRIES];
static uint32_t refuted_count;
static uint32_t marks[MAX_FIBERS], mark; /* which threads take part */

void cycle_start(const struct plan_view *plan) { rt.seeks_cycles = rt.signs_states = plan->head->flags & HEDDLE_PLAN_CYCLES; }

/* Whether nothing that is not compared can have changed by it. */
static bool is_repeatable(const struct heddle_event *event) {
    return event->alternative == HEDDLE_NO_ALTERNATIVE && !has_deadline(event) && rules[event->kind]->repeatable;
}

/* Whether something may still come from outside, or by itself as time goes on. */
static bool anything_awaited(void) {
    if (rt.seen.timers || rt.seen.outside || rt.seen.processes || rt.request_awaited) {
        return true;
    }
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (has_deadline(rt.fibers[i].pending)) {
            return true;
        }
    }
    return false;
}

/* How many threads could go on and do not take part; more than `most` count as one more. */
static uint32_t left_out(uint32_t most) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < rt.fiber_count && count <= most; i++) {
        count += marks[i] != mark && is_enabled(&rt.fibers[i]);
    }
    return count;
}

/* One more thread takes part. Whether it is one that could go on. */
static bool takes_part(const struct fiber *fiber) {
    bool is_new = marks[fiber->index] != mark;
    marks[fiber->index] = mark;
    return is_new && is_enabled(fiber);
}

/* The start of the shortest round that ends here and in which all threads take part that could; `at` if there is none. */
static uint32_t round_to(uint32_t at, uint32_t before) {
    uint32_t from = at;
    mark++;
    uint32_t left = left_out(LONGEST); /* each event takes one in */
    while (left <= LONGEST && before != 0 && before <= at && at - (before - 1) <= LONGEST) {
        while (from > before - 1) {
            const struct heddle_event *event = &rt.shared->events[--from];
            if (!is_repeatable(event)) {
                return at;
            }
            left -= takes_part(fiber_by_id(event->thread));
        }
        if (left == 0) {
            return from;
        }
        before = met_before[from % HISTORY];
    }
    return at;
}

static bool is_refuted(uint64_t state) {
    for (uint32_t i = 0; i < refuted_count; i++) {
        if (refuted[i] == state) {
            return true;
        }
    }
    return false;
}

/* Where the state is, or else the one at its place that was met longest ago. */
static struct met *met_at(uint64_t state) {
    struct met *place = met[state % places], *oldest = place;
    for (uint32_t i = 0; i < WAYS; i++) {
        if (place[i].signature == state && place[i].at != 0) {
            return &place[i];
        }
        oldest = place[i].at < oldest->at ? &place[i] : oldest;
    }
    return oldest;
}

/* Twice as many places. What moves keeps its number among those that share a place. */
static void grow(void) {
    for (uint32_t i = 0; i < places; i++) {
        for (uint32_t k = 0; k < WAYS; k++) {
            struct met *one = &met[i][k];
            if (one->at != 0 && one->signature % (2 * places) != i) {
                met[i + places][k] = *one;
                *one = (struct met){0};
            }
        }
    }
    places *= 2;
}

/* The state is met with so many events. When it was met before, likewise plus 1; 0: never. */
static uint32_t meet(uint64_t state, uint32_t at) {
    if (at >= places && places < MOST_PLACES) {
        grow();
    }
    struct met *known = met_at(state);
    uint32_t before = known->signature == state ? known->at : 0;
    *known = (struct met){state, at + 1};
    return before;
}

static void look_for_one(uint32_t at) {
    uint64_t state = signature();
    uint32_t before = meet(state, at);
    met_before[at % HISTORY] = before;
    if (before == 0 || refuted_count == MOST_TRIES || is_refuted(state) || anything_awaited() || rt.watches_memory) {
        return;
    }
    uint32_t from = round_to(at, before);
    if (from < at) {
        tried.from = from;
        tried.length = at - from;
        tried.signature = state;
        cycle_memory_begin(false);
    }
}

static void give_up(void) {
    refuted[refuted_count++] = tried.signature;
    tried.length = 0;
    cycle_memory_end();
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
        bool on_way =
            round_event_is_same(&rt.shared->events[at - 1], &rt.shared->events[at - 1 - tried.length]) && left_out(0) == 0;
        bool is_round = gone % tried.length == 0;
        if (!on_way || (is_round && (signature() != tried.signature || !cycle_memory_is_same()))) {
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
