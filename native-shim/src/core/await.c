/* Finds spin loops (Kokologiannakis, Ren, Vafeiadis, "Dynamic Partial Order Reductions for Spinloops", FMCAD 2021), at run
 * time and exactly. A stretch of a thread's events is quiet if each only looks: a load, a failed compare-and-swap, another
 * read-modify-write that left memory as it was (a test-and-set of what was set), a yield, a sleep, with no plain access but writes
 * of the thread's own stack (other threads that read these race, and then they are events), no allocation and no reading of a clock
 * between them. When a quiet stretch leads back to an
 * operation at the same site with equal callee-saved registers and an equal stack, it has changed nothing at all, so leaving
 * the repetition out loses no behaviour: whatever can follow it can follow the first arrival. From then on the thread waits
 * until one of the locations that the loop reads changes. A loop that does nothing but try to take something takes it.
 *
 * What decides is the thread's own past, so an operation is replaced in every execution in which that past is the same; with one
 * exception: what other threads have written to its stack, but where the loop looks, makes the state another one. Where a plan has the
 * operation as it was, or the AWAIT, it takes place like that (spin_becomes).
 */
#include "core/await.h"

#include <string.h>

#include "base/compiler.h"
#include "base/hot.h"
#include "model/addresses.h"
#include "model/operation.h"
#include "model/resolve.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "model/shared.h"

#define FIRST_LOOKS 2
#define LARGEST_RANGE 4096u /* bytes between the first and the last of more than two locations */
#define LONGEST_LOOP 24      /* operations in one iteration */
#define LARGEST_STACK 65536u /* bytes that are compared */
#define CLEANED 1024u   /* bytes: what switching threads leaves */
#define OWN_FRAMES 384u /* bytes: more than the functions of this file need before the hash */

struct look {
    uint64_t site, object, size, state, value;
    uint32_t kind;
    uint32_t reserved;
};

struct stretch {
    uint32_t count;
    uint64_t unsettled; /* number of the read-modify-write that was last, of which it is not known what it left; 0: none */
    uint64_t local_changes; /* at its end */
    uint64_t state;         /* before the operation that is about to happen */
    uint64_t awaited[2]; /* the values that the pending AWAIT of two locations waits to see changed */
    uint32_t first;      /* look of the loop that the pending AWAIT of more locations stands for */
    struct look first_looks[FIRST_LOOKS];
};

/* Most executions have few threads that look once or twice before they do something else. */
HOT static struct stretch first_stretches[FIRST_FIBERS];
static struct stretch more_stretches[MAX_FIBERS - FIRST_FIBERS];
static struct look more_looks[MAX_FIBERS][LONGEST_LOOP - FIRST_LOOKS];

static struct stretch *stretch_of(const struct fiber *fiber) {
    return fiber->index < FIRST_FIBERS ? &first_stretches[fiber->index] : &more_stretches[fiber->index - FIRST_FIBERS];
}

static struct look *look_at(const struct fiber *fiber, uint32_t number) {
    return number < FIRST_LOOKS ? &stretch_of(fiber)->first_looks[number]
                                : &more_looks[fiber->index][number - FIRST_LOOKS];
}

/* uint64_t heddle_state(uint64_t top): a hash of the callee-saved registers and of the stack up to `top`; 0: too large. */
uint64_t heddle_state(uint64_t top);
__attribute__((used)) uint64_t heddle_hash_stack(uint64_t top, const uint64_t *from);
__asm__(".text\n"
        ".hidden heddle_state\n"
        ".type heddle_state,@function\n"
        "heddle_state:\n"
        "  push %rbp; push %rbx; push %r12; push %r13; push %r14; push %r15\n"
        "  sub $8, %rsp\n"
        "  lea 8(%rsp), %rsi\n"
        "  call heddle_hash_stack\n"
        "  add $56, %rsp\n"
        "  ret\n"
        ".size heddle_state,.-heddle_state\n");

/* Words of the stack that the loop looks at: other threads change them, and what was read there is known. */
static uint64_t looked_at[LONGEST_LOOP + 1];
static uint32_t looked_at_count;

static bool is_looked_at(uint64_t word) {
    for (uint32_t i = 0; i < looked_at_count; i++) {
        if (looked_at[i] - word < 8) {
            return true;
        }
    }
    return false;
}

uint64_t heddle_hash_stack(uint64_t top, const uint64_t *from) {
    if (top - (uint64_t)(uintptr_t)from > LARGEST_STACK) {
        return 0;
    }
    uint64_t hash = 0xcbf29ce484222325ull;
    for (; (uint64_t)(uintptr_t)from < (top & ~7ull); from++) {
        uint64_t word = UNLIKELY(looked_at_count) && is_looked_at((uint64_t)(uintptr_t)from) ? 0 : *from;
        hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
        hash ^= hash >> 32;
    }
    return hash | 1;
}

__attribute__((noinline)) void spin_clean_stack(void) {
    volatile char dead[CLEANED];
    memset((void *)(uintptr_t)dead, 0, sizeof dead);
    __asm__ volatile("" ::"r"(dead) : "memory");
}

static uint64_t changes_so_far(void) {
    return rt.shared->plain_reads + rt.shared->plain_writes - rt.stack_writes + rt.local_changes;
}

/* The blocking form of an operation that only tries; 0: there is none. */
static uint16_t blocking_form(uint32_t kind) {
    switch ((enum heddle_op)kind) {
        case HEDDLE_MUTEX_TRYLOCK:
            return HEDDLE_MUTEX_LOCK;
        case HEDDLE_SPIN_TRYLOCK:
            return HEDDLE_SPIN_LOCK;
        case HEDDLE_SEM_TRYWAIT:
            return HEDDLE_SEM_WAIT;
        case HEDDLE_RWLOCK_TRYRDLOCK:
            return HEDDLE_RWLOCK_RDLOCK;
        case HEDDLE_RWLOCK_TRYWRLOCK:
            return HEDDLE_RWLOCK_WRLOCK;
        default:
            return 0;
    }
}

bool spin_attempts(uint32_t kind) { return kind == HEDDLE_ATOMIC_CAS || kind == HEDDLE_ATOMIC_RMW; }

static bool is_look(const struct heddle_event *event) {
    switch ((enum heddle_op)event->kind) {
        case HEDDLE_YIELD:
        case HEDDLE_SLEEP:
        case HEDDLE_AWAIT:
            return true;
        case HEDDLE_ATOMIC_LOAD:
        case HEDDLE_READ:
        case HEDDLE_ATOMIC_RMW: /* until more is known */
            return event->argument <= 8;
        case HEDDLE_ATOMIC_CAS:
            return event->argument <= 8 && !event->result;
        default:
            return blocking_form(event->kind) && event->result != 0;
    }
}

struct places {
    uint32_t count;
    uint64_t address[LONGEST_LOOP], size[LONGEST_LOOP], value[LONGEST_LOOP];
};

/* Gathers the locations that the looks from `first` on read; false if they are none, or read with different results. */
static bool gather(const struct fiber *fiber, uint32_t first, struct places *places) {
    places->count = 0;
    for (uint32_t i = first; i < stretch_of(fiber)->count; i++) {
        const struct look *look = look_at(fiber, i);
        if (blocking_form(look->kind)) {
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
    for (uint32_t i = first; i < stretch_of(fiber)->count; i++) {
        const struct look *look = look_at(fiber, i);
        bool tries = look->kind == operation->kind && look->object == operation->object;
        if (!tries && look->kind != HEDDLE_YIELD && look->kind != HEDDLE_SLEEP) {
            return false;
        }
    }
    return resolve_any_sites();
}

/* Makes what the thread waits with, from where its loop begins to here. */
static bool make_await(const struct fiber *fiber, uint32_t first, const struct heddle_event *operation,
                       struct heddle_event *await) {
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
    if (!gather(fiber, first, &places) || !own_first(&places, operation)) {
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

/* The read-modify-write before has been settled: was it only a look? */
static void settle(struct stretch *stretch) {
    const struct heddle_event *event = &rt.shared->events[stretch->unsettled - 1];
    if ((uint64_t)event->result != event->value) {
        stretch->count = 0;
    }
    stretch->unsettled = 0;
}

static void look_away(const struct fiber *fiber, uint64_t object) {
    if (object - fiber_slot(fiber->id) < FIBER_STACK_TOP) {
        looked_at[looked_at_count++] = object;
    }
}

/* A function of its own, whose counter is in no register when the registers are compared. */
static __attribute__((noinline)) void look_away_from_all(const struct fiber *fiber, const struct heddle_event *operation) {
    looked_at_count = 0;
    look_away(fiber, operation->object);
    for (uint32_t i = 0; i < stretch_of(fiber)->count; i++) {
        look_away(fiber, look_at(fiber, i)->object);
    }
}

static bool is_same_place(const struct look *look, const struct heddle_event *operation) {
    return look->kind == operation->kind && look->site == operation->site && look->object == operation->object;
}

/* The frames between the caller's and the hash, which are on the stack that is compared. */
static __attribute__((noinline)) void clean_own_frames(void) {
    volatile char dead[OWN_FRAMES];
    memset((void *)(uintptr_t)dead, 0, sizeof dead);
    __asm__ volatile("" ::"r"(dead) : "memory");
}

static __attribute__((noinline)) bool repeats(struct fiber *fiber, const struct heddle_event *operation,
                                              struct heddle_event *await) {
    struct stretch *stretch = stretch_of(fiber);
    if (rt.looked && stretch->unsettled) {
        settle(stretch);
    }
    if (rt.looked && stretch->count > 0 && stretch->local_changes != changes_so_far()) {
        stretch->count = 0;
    }
    bool reads = operation->kind == HEDDLE_ATOMIC_LOAD || operation->kind == HEDDLE_READ || spin_attempts(operation->kind) ||
                 blocking_form(operation->kind);
    if (!reads || operation->argument > 8) {
        return false;
    }
    fiber->stands_for = operation->kind;
    look_away_from_all(fiber, operation);
    stretch->state = heddle_state(fiber_stack_top(fiber->id));
    for (uint32_t i = stretch->count; i-- > 0 && stretch->state != 0;) {
        const struct look *look = look_at(fiber, i);
        if (is_same_place(look, operation) && look->state == stretch->state) {
            return make_await(fiber, i, operation, await);
        }
    }
    return false;
}

bool spin_repeats(struct fiber *fiber, const struct heddle_event *operation, struct heddle_event *await) {
    clean_own_frames();
    return repeats(fiber, operation, await); /* a tail call: leaves no frame */
}

bool spin_becomes(const struct fiber *fiber, uint32_t kind, struct heddle_event *pending) {
    struct stretch *stretch = stretch_of(fiber);
    struct heddle_event other = *pending;
    if (fiber->stood_for && fiber->stood_for->kind == kind) {
        other = *fiber->stood_for;
    } else if (!fiber->stood_for && (kind == HEDDLE_AWAIT || blocking_form(pending->kind) == kind)) {
        uint32_t i = stretch->count;
        while (i > 0 && !is_same_place(look_at(fiber, i - 1), pending)) {
            i--;
        }
        if (i == 0 || !make_await(fiber, i - 1, pending, &other) || other.kind != kind) {
            return false;
        }
    } else {
        return false;
    }
    other.thread = pending->thread;
    *pending = other;
    return true;
}

void spin_executed(const struct fiber *fiber, const struct heddle_event *event) {
    if (!is_look(event)) {
        if (rt.looked) { /* else nothing is to be forgotten, and no page to be touched */
            stretch_of(fiber)->count = 0;
        }
        return;
    }
    struct stretch *stretch = stretch_of(fiber);
    rt.looked = true;
    if (event->kind == HEDDLE_AWAIT || stretch->count == LONGEST_LOOP) {
        stretch->count = 0;
    }
    bool reads = event->kind != HEDDLE_YIELD && event->kind != HEDDLE_SLEEP;
    struct look *look = look_at(fiber, stretch->count++);
    *look = (struct look){.site = event->site,
                          .object = reads ? event->object : 0,
                          .size = reads && !blocking_form(event->kind) ? await_size(event) : 0,
                          .state = reads ? stretch->state : 0,
                          .value = reads ? event->value : 0,
                          .kind = event->kind == HEDDLE_AWAIT ? fiber->stands_for : event->kind};
    stretch->unsettled = event->kind == HEDDLE_ATOMIC_RMW ? fiber->unsettled : 0;
    stretch->local_changes = changes_so_far();
}

uint64_t spin_state(const struct fiber *fiber) {
    looked_at_count = 0;
    return heddle_state(fiber_stack_top(fiber->id));
}

/* ---- the operation ---- */

static uint64_t held(uint64_t address, uint64_t size) {
    uint64_t value = 0;
    memcpy(&value, (const void *)(uintptr_t)address, size);
    return value;
}

/* Whether one of the locations that the loop looked at holds something else by now. */
static bool any_changed(const struct fiber *fiber, uint32_t looks) {
    uint32_t first = stretch_of(fiber)->first;
    for (uint32_t i = first; i < first + looks; i++) {
        const struct look *look = look_at(fiber, i);
        if (look->size != 0 && held(look->object, look->size) != look->value) {
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
    return held(operation->object, await_size(operation)) != awaited[0] ||
           (second != 0 && held(operation->object2, second) != awaited[1]);
}

static void await_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    event->value = held(event->object, await_size(event));
    event->result = (int64_t)held(event->object2, await_second_size(event));
}
const struct rule await_rule = {.enabled = await_enabled, .apply = await_apply};
