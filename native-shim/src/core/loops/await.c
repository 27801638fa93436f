/* Finds spin loops (Kokologiannakis, Ren, Vafeiadis, "Dynamic Partial Order Reductions for Spinloops", FMCAD 2021), at run
 * time and exactly. A stretch of a thread's events is quiet if each only looks: a load, a failed compare-and-swap, another
 * read-modify-write that left memory as it was (a test-and-set of what was set), a store of what was there, a yield, a sleep, a fence.
 * Between them the thread allocates nothing, reads no clock, and makes no plain access but of its own stack (other threads that access
 * that race, and then they are events). Or it reads what stays the same until a race is told (may_read_unseen). A quiet stretch that
 * leads back to an operation at the same site, with equal callee-saved registers and an equal stack, has changed nothing at all. So
 * leaving the repetition out loses no behaviour: whatever can follow it can follow the first arrival. From then on the thread waits until
 * one of the locations that the loop accesses changes. A loop that does nothing but try to take something takes it.
 *
 * What decides is the thread's own past, so an operation is replaced in every execution in which that past is the same; with one
 * exception: what other threads have written to its stack, but where the loop looks, makes the state another one. Where a plan has the
 * operation as it was, or the AWAIT, it takes place like that (spin_becomes).
 */
#include "core/loops/await.h"

#include <errno.h>
#include <string.h>

#include "base/catalogue.h"
#include "base/compiler.h"
#include "core/loops/looks.h"
#include "core/loops/plain_wait.h"
#include "core/loops/stack_state.h"
#include "model/ending.h"
#include "model/fibers/processes.h"
#include "model/fibers/running_stack.h"
#include "model/operation.h"
#include "model/resolve.h"
#include "model/rule.h"

#define LARGEST_RANGE 4096u /* bytes between the first and the last of more than two locations */

struct places {
    uint32_t count;
    uint64_t address[LONGEST_LOOP], size[LONGEST_LOOP], value[LONGEST_LOOP];
};

/* Gathers the locations that the looks from `first` on read; false if they are none, or read with different results. */
static bool gather(const struct fiber *fiber, uint32_t first, struct places *places) {
    places->count = 0;
    for (uint32_t i = first; i < stretch_of(fiber)->count; i++) {
        const struct look *look = look_of(fiber, i);
        if (blocking_form(look->kind) || is_try(look->kind)) {
            return false;
        }
        if (look->size == 0) {
            continue;
        }
        uint32_t at = 0;
        while (at < places->count && (places->address[at] != look->object || places->size[at] != look->size)) {
            at++;
        }
        if (at < places->count && places->value[at] != look->value) {
            return false;
        }
        places->address[at] = look->object;
        places->size[at] = look->size;
        places->value[at] = look->value;
        places->count += at == places->count;
    }
    return places->count > 0;
}

/* The location of the operation itself comes first: a load is its own AWAIT. False if the loop does not read it in this way. */
static bool own_first(struct places *places, const struct heddle_event *operation) {
    for (uint32_t at = 0; at < places->count; at++) {
        if (places->address[at] == operation->object && places->size[at] == operation->argument) {
            uint64_t value = places->value[at];
            places->address[at] = places->address[0];
            places->size[at] = places->size[0];
            places->value[at] = places->value[0];
            places->address[0] = operation->object;
            places->size[0] = operation->argument;
            places->value[0] = value;
            return true;
        }
    }
    return false;
}

/* Names the range that has all places but the first; false if it is too large. */
static bool name_range(const struct places *places, uint32_t looks, struct heddle_event *await) {
    uint64_t from = places->address[1], to = from;
    for (uint32_t at = 1; at < places->count; at++) {
        uint64_t end = places->address[at] + places->size[at];
        from = places->address[at] < from ? places->address[at] : from;
        to = end > to ? end : to;
    }
    await->object2 = from;
    await->argument = await_argument_of_looks(places->size[0], looks, to - from);
    return to - from <= LARGEST_RANGE;
}

/* Whether the looks from `first` on only try what is pending; plain accesses must be visible to say so. */
static bool only_tries(const struct fiber *fiber, uint32_t first, const struct heddle_event *operation) {
    uint64_t tries_for = may_try(fiber, operation) ? fiber->tries_for : 0;
    for (uint32_t i = first; i < stretch_of(fiber)->count; i++) {
        const struct look *look = look_of(fiber, i);
        bool tries =
            look->kind == operation->kind && look->object == operation->object && (!tries_for || look->value == tries_for);
        if (!tries && !is_idle(look->kind)) {
            return false;
        }
    }
    return resolve_any_sites();
}

/* Makes what the thread waits with, from where its loop begins to here. */
static bool make_await(const struct fiber *fiber, uint32_t first, const struct heddle_event *operation,
                       struct heddle_event *await) {
    if (may_try(fiber, operation)) {
        *await = form_that_waits(fiber, operation);
        return only_tries(fiber, first, operation);
    }
    *await = *operation;
    uint16_t blocking = blocking_form(operation->kind);
    if (blocking) {
        await->kind = blocking;
        await->object2 = HEDDLE_SPINS;
        await->argument = 0;
        return only_tries(fiber, first, operation);
    }
    await->kind = HEDDLE_AWAIT;
    static struct places places; /* not on the stack, which is compared */
    bool takes = look_takes(operation->kind);
    if (takes ? !looks_give_back(fiber, first) : looks_take(fiber, first)) {
        return false; /* a loop that takes locks waits where it takes the first one */
    }
    if (!gather(fiber, first, &places) || !looks_load(fiber, first)) {
        return false;
    }
    if (takes) {
        await->object = places.address[0]; /* what it reads while it has the lock */
        if (rt.seen.polls_on) {
            return false;
        }
    } else if (!own_first(&places, operation)) {
        return false;
    }
    struct stretch *stretch = stretch_of(fiber);
    stretch->first = first;
    if (places.count > 2) {
        return name_range(&places, stretch->count - first, await);
    }
    await->object2 = places.count == 2 ? places.address[1] : 0;
    await->argument = await_argument(places.size[0], places.count == 2 ? places.size[1] : 0);
    stretch->awaited[0] = places.value[0];
    stretch->awaited[1] = places.count == 2 ? places.value[1] : 0;
    return true;
}

/* Whether the thread passes nothing on to others behind a plain read of the looks from `first` on: all looks load. The first one may be a
 * read-modify-write, which comes before all these reads. */
static bool passes_nothing_on(const struct fiber *fiber, uint32_t first) {
    for (uint32_t i = first; i < stretch_of(fiber)->count; i++) {
        const struct look *look = look_of(fiber, i);
        bool loads = look->kind == HEDDLE_ATOMIC_LOAD || look->kind == HEDDLE_READ || look->kind == HEDDLE_ATOMIC_CAS;
        bool comes_first = i == first && look->kind == HEDDLE_ATOMIC_RMW;
        if (!loads && !comes_first && !is_idle(look->kind)) {
            return false;
        }
    }
    return true;
}

/* Whether races of plain reads are told. */
static bool is_told(void) { return rt.asked.races && rt.asked.points == HEDDLE_POINTS_AUTO && !rt.seen.unseen_code; }

/* Whether the loop's plain reads may stay unseen: of one that only tries, and finds nothing, or that passes nothing on. So whoever writes
 * what it reads races with the last round, which is told, and then the reads are visible: until then they find the same. A handler of the
 * thread's own writes without a race. */
static bool may_read_unseen(const struct fiber *fiber, uint32_t first, const struct heddle_event *operation) {
    bool tries = blocking_form(operation->kind) || may_try(fiber, operation);
    return is_told() && (tries || (!rt.seen.handlers && passes_nothing_on(fiber, first)));
}

static bool waits_from(const struct fiber *fiber, uint32_t first, const struct heddle_event *operation,
                       struct heddle_event *await) {
    struct stretch *stretch = stretch_of(fiber);
    stretch->reads_unseen = stretch->read_before > first;
    return (!stretch->reads_unseen || may_read_unseen(fiber, first, operation)) && make_await(fiber, first, operation, await);
}

/* A function of its own, whose counter is in no register when the registers are compared. */
static __attribute__((noinline)) void look_away_from_all(const struct fiber *fiber, const struct heddle_event *operation) {
    stack_look_at_all();
    stack_look_away(fiber, operation->object);
    for (uint32_t i = 0; i < stretch_of(fiber)->count; i++) {
        stack_look_away(fiber, look_of(fiber, i)->object);
    }
}

static bool is_same_place(const struct look *look, const struct heddle_event *operation) {
    return look->kind == operation->kind && look->site == operation->site && look->object == operation->object;
}

static __attribute__((noinline)) bool repeats(struct fiber *fiber, const struct heddle_event *operation,
                                              struct heddle_event *await) {
    struct stretch *stretch = stretch_of(fiber);
    looks_check(stretch);
    bool takes = look_takes(operation->kind);
    stretch->state = 0;
    bool may = may_look(operation->kind) || may_try(fiber, operation);
    if (takes ? !rt.looked || !looks_come_back(fiber, operation) : !may || operation->argument > 8) {
        return false;
    }
    fiber->stands_for = operation->kind;
    look_away_from_all(fiber, operation);
    stretch->state = heddle_state(running_stack_top(fiber));
    if (fiber->seen.reads_errno && stretch->state != 0) { /* which calls leave, and is not on the stack */
        stretch->state = stretch->state * 31 + (uint32_t)errno + 1;
    }
    for (uint32_t i = stretch->count; i-- > 0 && stretch->state != 0;) {
        const struct look *look = look_of(fiber, i);
        if (is_same_place(look, operation) && look->state == stretch->state) {
            if (waits_from(fiber, i, operation, await)) {
                return true;
            }
            if (stretch->read_before > i) {
                plain_wait_round(fiber);
            }
            return false;
        }
    }
    return false;
}

bool spin_repeats(struct fiber *fiber, const struct heddle_event *operation, struct heddle_event *await) {
    stack_clean_own_frames();
    return repeats(fiber, operation, await); /* a tail call: leaves no frame */
}

static bool await_enabled(const struct fiber *fiber, const struct heddle_event *operation);

/* Whether it waits for what it has looked at under a lock. */
static bool under_lock(const struct fiber *fiber) {
    return fiber->pending->kind == HEDDLE_AWAIT && fiber->stood_for && fiber->process == rt.current->process &&
           look_takes(fiber->stood_for->kind);
}

static void go_round(struct fiber *fiber) {
    *fiber->pending = *fiber->stood_for;
    fiber->pending->thread = fiber->id;
}

/* Whether it waits in a loop that reads plain memory which is not visible. */
static bool waits_and_reads_unseen(const struct fiber *fiber) { return fiber->stood_for && stretch_of(fiber)->reads_unseen; }

/* Whether it waits for memory or a lock, and others may by now have written without a race what its loop reads and is not visible. Its next
 * rounds make that visible. */
static bool may_have_missed(const struct fiber *fiber) {
    bool by_handler = rt.seen.handlers && fiber->pending->kind == HEDDLE_AWAIT;
    return waits_and_reads_unseen(fiber) && (by_handler || !is_told());
}

bool spins_goes_on(const struct fiber *fiber) { return under_lock(fiber) || may_have_missed(fiber); }

bool spins_go_on(void) {
    bool any = false, any_under_lock = false;
    for (uint32_t i = 0; rt.looked && i < rt.fiber_count; i++) {
        struct fiber *fiber = &rt.fibers[i];
        if (spins_goes_on(fiber)) {
            any = true;
            any_under_lock |= under_lock(fiber);
            go_round(fiber);
        }
    }
    rt.seen.polls_on |= any_under_lock;
    return any;
}

/* Whether it waits, and a plain access that no visible operation orders was one of its own. */
static bool has_read_what_changed(const struct fiber *fiber) {
    if (!waits_and_reads_unseen(fiber)) {
        return false;
    }
    for (uint32_t i = 0; i < rt.shared->race_count; i++) {
        const struct heddle_race *race = &rt.shared->races[i];
        bool is_own = race->first_thread == fiber->id || race->second_thread == fiber->id;
        if (is_own && (race->flags & HEDDLE_RACE_INVISIBLE)) {
            return true;
        }
    }
    return false;
}

void spins_check_reads(void) {
    for (uint32_t i = 0; rt.looked && i < rt.fiber_count; i++) {
        if (has_read_what_changed(&rt.fibers[i])) {
            end_execution(HEDDLE_HUNG);
        }
    }
}

bool spin_becomes(const struct fiber *fiber, uint32_t kind, struct heddle_event *pending) {
    struct stretch *stretch = stretch_of(fiber);
    struct heddle_event other = *pending;
    if (fiber->stood_for && fiber->stood_for->kind == kind) {
        other = *fiber->stood_for;
        if (look_takes(kind) && !await_enabled(fiber, pending)) {
            spins_go_on(); /* as where the plan comes from */
        }
    } else if (!fiber->stood_for && (kind == HEDDLE_AWAIT || blocking_form(pending->kind) == kind)) {
        uint32_t i = stretch->count;
        while (i > 0 && !is_same_place(look_of(fiber, i - 1), pending)) {
            i--;
        }
        if (i == 0 || !waits_from(fiber, i - 1, pending, &other) || other.kind != kind) {
            return false;
        }
    } else {
        return false;
    }
    other.thread = pending->thread;
    *pending = other;
    return true;
}

static bool waits_in_vain(const struct fiber *fiber, uint32_t kind) {
    const struct heddle_event *pending = fiber->pending;
    return pending->kind == kind && fiber->stood_for && fiber->stood_for->kind == kind && !rules[kind]->enabled(fiber, pending);
}

void spin_tries_again(const struct fiber *fiber, uint32_t kind, struct heddle_event *pending) {
    if (UNLIKELY(waits_in_vain(fiber, kind))) {
        uint32_t thread = pending->thread;
        *pending = *fiber->stood_for;
        pending->thread = thread;
    }
}

/* ---- the operation ---- */

static uint64_t held(const struct fiber *fiber, uint64_t address, uint64_t size) {
    uint64_t value = 0;
    if (UNLIKELY(rt.processes)) {
        if (size && !processes_read(fiber->process, address, size, &value)) {
            end_execution_uncontrolled("its memory cannot be read from another process");
        }
        return value;
    }
    memcpy(&value, (const void *)(uintptr_t)address, size);
    return value;
}

/* Whether one of the locations that the loop looked at holds something else by now. */
static bool any_changed(const struct fiber *fiber, uint32_t looks) {
    uint32_t first = stretch_of(fiber)->first;
    for (uint32_t i = first; i < first + looks; i++) {
        const struct look *look = look_of(fiber, i);
        if (look->size != 0 && held(fiber, look->object, look->size) != look->value) {
            return true;
        }
    }
    return false;
}

static bool await_enabled(const struct fiber *fiber, const struct heddle_event *operation) {
    uint32_t looks = (uint32_t)await_looks(operation);
    if (looks != 0) {
        return any_changed(fiber, looks);
    }
    uint64_t second = await_second_size(operation);
    const uint64_t *awaited = stretch_of(fiber)->awaited;
    return held(fiber, operation->object, await_size(operation)) != awaited[0] ||
           (second != 0 && held(fiber, operation->object2, second) != awaited[1]);
}

static void await_apply(struct fiber *fiber, struct heddle_event *event) {
    event->value = held(fiber, event->object, await_size(event));
    event->result = (int64_t)held(fiber, event->object2, await_second_size(event));
}
RULE(AWAIT) = {.enabled = await_enabled, .apply = await_apply, .vain = VAIN, .repeatable = true};

bool spin_only_repeats(const struct fiber *fiber, uint32_t planned) {
    bool is_look = fiber->pending->kind == HEDDLE_AWAIT && planned != HEDDLE_AWAIT && !await_enabled(fiber, fiber->pending);
    return is_look || waits_in_vain(fiber, planned);
}

struct heddle_event spin_await(struct fiber *fiber, const uint64_t *word, uint64_t site) {
    fiber->stands_for = HEDDLE_ATOMIC_LOAD;
    struct stretch *stretch = stretch_of(fiber);
    stretch->awaited[0] = *word;
    stretch->awaited[1] = 0;
    return (struct heddle_event){.kind = HEDDLE_AWAIT,
                                 .order = __ATOMIC_SEQ_CST,
                                 .object = (uint64_t)(uintptr_t)word,
                                 .argument = await_argument(sizeof *word, 0),
                                 .site = site};
}
