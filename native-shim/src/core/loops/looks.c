/* What is a look: an operation that leaves everything as it was. See await.c. */
#include "core/loops/looks.h"

#include "base/catalogue.h"
#include "base/compiler.h"
#include "base/hot.h"
#include "base/invariant.h"
#include "base/symbols.h"
#include "core/loops/stack_state.h"
#include "model/older.h"
#include "model/operation.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "model/shared.h"

#define FEW_READS 8u /* in a row */

/* Most executions have few threads that look once or twice before they do something else. */
HOT static struct stretch first_stretches[FIRST_FIBERS];
static struct stretch more_stretches[MAX_FIBERS - FIRST_FIBERS];
static struct look more_looks[MAX_FIBERS][LONGEST_LOOP - FIRST_LOOKS];

struct stretch *stretch_of(const struct fiber *fiber) {
    return fiber->index < FIRST_FIBERS ? &first_stretches[fiber->index] : &more_stretches[fiber->index - FIRST_FIBERS];
}

struct look *look_of(const struct fiber *fiber, uint32_t number) {
    return number < FIRST_LOOKS ? &stretch_of(fiber)->first_looks[number] : &more_looks[fiber->index][number - FIRST_LOOKS];
}

/* Of what others may change: what a thread has on its own stack is compared. */
static uint64_t reads_so_far(void) { return rt.shared->plain_reads - rt.stack_reads; }

bool looks_and_has_read_little(const struct fiber *fiber) {
    return looks_any(fiber) && reads_so_far() - stretch_of(fiber)->plain_reads <= FEW_READS;
}

/* Calls on descriptors are operations, and tell by themselves what they are. */
static uint64_t changes_so_far(void) { return unseen_changes() - rt.channel_calls; }

static void forget(struct stretch *stretch) {
    stretch->count = 0;
    stretch->read_before = 0;
    stretch->tries = false;
}

void looks_forget(const struct fiber *fiber) { forget(stretch_of(fiber)); }

bool is_idle(uint32_t kind) { return operation_has(kind, TRAIT_LOOKS) && operation_family(kind) != HEDDLE_FAMILY_MEMORY; }

/* In weak memory a store that is repeated is one more that others may read. */
static bool may_store_again(uint32_t kind) { return kind == HEDDLE_ATOMIC_STORE && !rt.asked.buffers && !rt.asked.older; }

bool may_look(uint32_t kind) {
    bool looks = is_memory_access(kind) && operation_has(kind, TRAIT_LOOKS | TRAIT_ATTEMPTS);
    return looks || blocking_form(kind) || may_store_again(kind);
}

bool is_try(uint32_t kind) {
    switch (kind) {
        case HEDDLE_IO_READ:
        case HEDDLE_IO_POLL:
        case HEDDLE_CHANNEL_READ:
        case HEDDLE_CHANNEL_POLL:
            return true;
        default:
            return false;
    }
}

bool may_try(const struct fiber *fiber, const struct heddle_event *operation) {
    return is_try(operation->kind) && operation->object2 == 0 && fiber->tries_for != 0;
}

struct heddle_event form_that_waits(const struct fiber *fiber, const struct heddle_event *trying) {
    struct heddle_event waits = *trying;
    waits.object2 = fiber->tries_for;
    waits.order = HEDDLE_ORDER_OWN;
    return waits;
}

/* A call on a descriptor that does not wait, and is about to find nothing. */
static bool tries_in_vain(const struct fiber *fiber, const struct heddle_event *event) {
    if (!may_try(fiber, event)) {
        return false;
    }
    struct heddle_event waits = form_that_waits(fiber, event);
    return !rules[event->kind]->enabled(fiber, &waits);
}

void looks_prepare(void) {
    static const char *const tries[] = {"pthread_mutex_trylock",
                                        "pthread_mutex_timedlock",
                                        "pthread_mutex_clocklock",
                                        "mtx_trylock",
                                        "mtx_timedlock",
                                        "pthread_spin_trylock",
                                        "pthread_rwlock_tryrdlock",
                                        "pthread_rwlock_trywrlock",
                                        "pthread_rwlock_timedrdlock",
                                        "pthread_rwlock_timedwrlock",
                                        "pthread_rwlock_clockrdlock",
                                        "pthread_rwlock_clockwrlock",
                                        NULL};
    rt.program.tries_locks = symbols_are_referred_to(tries);
}

bool look_takes(uint32_t kind) { return kind == HEDDLE_MUTEX_LOCK || kind == HEDDLE_SPIN_LOCK || kind == HEDDLE_RWLOCK_RDLOCK; }

bool look_comes_behind_await(uint32_t kind) {
    return operation_has(kind, TRAIT_ATTEMPTS) || look_takes(kind) || kind == HEDDLE_ATOMIC_STORE;
}

static bool look_gives_back(uint32_t kind) {
    return kind == HEDDLE_MUTEX_UNLOCK || kind == HEDDLE_SPIN_UNLOCK || kind == HEDDLE_RWLOCK_UNLOCK;
}

static bool is_of_lock(uint32_t kind) { return look_takes(kind) || look_gives_back(kind); }

/* Of a lock that nobody tries, or waits for with a time limit, each taking and giving back is like any other one. */
static bool is_of_section(const struct heddle_event *event) {
    return is_of_lock(event->kind) && event->result == 0 && event->value == 0 && !rt.program.tries_locks && !rt.processes &&
           !rt.asked.whole_sections && !rt.asked.buffers;
}

/* Whether it is given back behind the look `i`, before it is taken again. */
static bool is_given_back(const struct fiber *fiber, uint32_t i) {
    uint64_t object = look_of(fiber, i)->object;
    while (++i < stretch_of(fiber)->count) {
        const struct look *look = look_of(fiber, i);
        if (look->object == object && is_of_lock(look->kind)) {
            return look_gives_back(look->kind);
        }
    }
    return false;
}

bool looks_take(const struct fiber *fiber, uint32_t first) {
    for (uint32_t i = first; i < stretch_of(fiber)->count; i++) {
        if (look_takes(look_of(fiber, i)->kind)) {
            return true;
        }
    }
    return false;
}

bool looks_give_back(const struct fiber *fiber, uint32_t first) {
    uint32_t taken = 0, given_back = 0;
    for (uint32_t i = first; i < stretch_of(fiber)->count; i++) {
        const struct look *look = look_of(fiber, i);
        given_back += look_gives_back(look->kind);
        if (look_takes(look->kind)) {
            taken++;
            if (!is_given_back(fiber, i)) {
                return false;
            }
        }
    }
    return taken == given_back;
}

bool looks_come_back(const struct fiber *fiber, const struct heddle_event *operation) {
    for (uint32_t i = stretch_of(fiber)->count; i-- > 0;) {
        const struct look *look = look_of(fiber, i);
        if (look->kind == operation->kind && look->site == operation->site && look->object == operation->object) {
            return true;
        }
    }
    return false;
}

bool looks_load(const struct fiber *fiber, uint32_t first) {
    for (uint32_t i = first; i < stretch_of(fiber)->count; i++) {
        const struct look *look = look_of(fiber, i);
        if (look->size != 0 && look->kind != HEDDLE_ATOMIC_STORE) {
            return true;
        }
    }
    return false;
}

static bool is_marking(const struct heddle_event *event) { return rt.asked.marking && is_mark(event); }

/* Whether the event may have changed these bytes by what is no mark. */
static bool may_unmark(const struct heddle_event *event, const struct look *look) {
    bool writes = is_memory_access(event->kind) && !operation_has(event->kind, TRAIT_LOOKS) && !is_mark(event);
    return writes && event->object < look->object + look->size && look->object < event->object + event->argument;
}

/* Whether the thread's own last mark there is still there, whoever else has marked it meanwhile: marks commute, so whether it was marked
 * already when the thread first came tells nothing. */
static bool is_marked(const struct fiber *fiber, const struct heddle_event *event) {
    uint32_t i = stretch_of(fiber)->count;
    while (i > 0 && (look_of(fiber, i - 1)->kind != event->kind || look_of(fiber, i - 1)->object != event->object)) {
        i--;
    }
    if (i == 0 || look_of(fiber, i - 1)->size != event->argument) {
        return false;
    }
    const struct look *own = look_of(fiber, i - 1);
    for (uint32_t n = own->number; n < rt.shared->event_count; n++) {
        if (may_unmark(&rt.shared->events[n], own)) {
            return false;
        }
    }
    return own->value == event->value;
}

/* A store of what is there. */
static bool stores_again(const struct fiber *fiber, const struct heddle_event *event) {
    bool is_known = event->argument <= 8 && !overlooks(event);
    return is_known && (uint64_t)event->result == event->value && (!is_marking(event) || is_marked(fiber, event));
}

/* Of what is read of memory the event knows 8 bytes. A read-modify-write counts as a look until more is known. */
static bool is_look(const struct fiber *fiber, const struct heddle_event *event) {
    if (blocking_form(event->kind)) {
        return event->result != 0;
    }
    if (may_store_again(event->kind)) {
        return stores_again(fiber, event);
    }
    if (is_of_section(event)) {
        return true;
    }
    bool has_changed = event->kind == HEDDLE_ATOMIC_CAS && event->result;
    bool is_known = !is_memory_access(event->kind) || event->argument <= 8;
    return operation_has(event->kind, TRAIT_LOOKS | TRAIT_ATTEMPTS) && is_known && !has_changed;
}

/* The read-modify-write before has been settled: was it only a look? */
static void settle(struct stretch *stretch) {
    const struct heddle_event *event = &rt.shared->events[stretch->unsettled - 1];
    INVARIANT(event->kind == HEDDLE_ATOMIC_RMW);
    if ((uint64_t)event->result != event->value) {
        forget(stretch);
    }
    stretch->unsettled = 0;
}

void looks_check(struct stretch *stretch) {
    if (rt.looked && stretch->unsettled) {
        settle(stretch);
    }
    if (rt.looked && stretch->count > 0 && stretch->local_changes != changes_so_far()) {
        forget(stretch);
    }
    if (rt.looked && stretch->count > 0 && stretch->plain_reads != reads_so_far()) {
        stretch->read_before = stretch->count;
    }
}

void spin_executed(const struct fiber *fiber, const struct heddle_event *event) {
    bool tries = tries_in_vain(fiber, event);
    bool leaves_all = tries || is_look(fiber, event);
    if (!leaves_all && rt.looked) { /* else nothing is to be forgotten, and no page to be touched */
        forget(stretch_of(fiber));
    }
    bool begins = !leaves_all && may_store_again(event->kind) && is_marking(event); /* from where on it is marked */
    if (!leaves_all && !begins) {
        return;
    }
    struct stretch *stretch = stretch_of(fiber);
    rt.looked = true;
    if (event->kind == HEDDLE_AWAIT || stretch->count == LONGEST_LOOP) {
        forget(stretch);
    }
    bool reads = !is_idle(event->kind);
    bool is_of_memory = reads && !tries && !blocking_form(event->kind) && !is_of_lock(event->kind);
    struct look *look = look_of(fiber, stretch->count++);
    *look = (struct look){.site = event->site,
                          .object = reads ? event->object : 0,
                          .size = is_of_memory ? await_size(event) : 0,
                          .state = reads && !begins ? stretch->state : 0,
                          .value = tries   ? fiber->tries_for
                                   : reads ? event->value
                                           : 0,
                          .kind = event->kind == HEDDLE_AWAIT ? fiber->stands_for : event->kind,
                          .number = rt.shared->event_count};
    stretch->unsettled = event->kind == HEDDLE_ATOMIC_RMW ? fiber->unsettled : 0;
    stretch->local_changes = changes_so_far();
    stretch->plain_reads = reads_so_far();
    stretch->tries |= tries;
    if (UNLIKELY(stretch->tries)) { /* calls have large frames */
        stack_clean_after_call();
    }
}
