/* Finds spin loops (Kokologiannakis, Ren, Vafeiadis, "Dynamic Partial Order Reductions for Spinloops", FMCAD 2021), at run
 * time and exactly. A stretch of a thread's events is quiet if each only looks: a load, a failed compare-and-swap, another
 * read-modify-write that left memory as it was (a test-and-set of what was set), a yield, a sleep, with no plain access, no
 * allocation and no reading of a clock between them. When a quiet stretch leads back to an
 * operation at the same site with equal callee-saved registers and an equal stack, it has changed nothing at all, so leaving
 * the repetition out loses no behaviour: whatever can follow it can follow the first arrival. From then on the thread waits
 * until one of the locations that the loop reads changes. A loop that does nothing but try to take something takes it.
 *
 * What decides is the thread's own past alone, so an operation is replaced in every execution in which that past is the same.
 */
#include "await.h"

#include <string.h>

#include "fiber.h"
#include "hot.h"

#define FIRST_LOOKS 2
#define LONGEST_LOOP 24      /* operations in one iteration */
#define LARGEST_STACK 65536u /* bytes that are compared */
#define SCRUBBED 1024

struct look {
    uint64_t site, object, size, state, value;
    uint32_t kind;
    uint32_t reserved;
};

struct stretch {
    uint32_t count;
    uint32_t kind; /* of the operation that is about to happen */
    uint64_t unsettled; /* number of the read-modify-write that was last, of which it is not known what it left; 0: none */
    uint64_t local_changes; /* at its end */
    uint64_t state;         /* before the operation that is about to happen */
    uint64_t awaited[2]; /* the values that the pending AWAIT waits to see changed */
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

uint64_t heddle_hash_stack(uint64_t top, const uint64_t *from) {
    if (top - (uint64_t)(uintptr_t)from > LARGEST_STACK) {
        return 0;
    }
    uint64_t hash = 0xcbf29ce484222325ull;
    for (; (uint64_t)(uintptr_t)from < (top & ~7ull); from++) {
        hash = (hash ^ *from) * 0x9e3779b97f4a7c15ull;
        hash ^= hash >> 32;
    }
    return hash | 1;
}

/* Clears what the interpreter leaves on the stack below its caller, for it would show in the padding of later frames. */
static __attribute__((noinline)) void scrub(void) {
    volatile char dead[SCRUBBED];
    memset((void *)(uintptr_t)dead, 0, sizeof dead);
    __asm__ volatile("" ::"r"(dead) : "memory");
}

static uint64_t changes_so_far(void) {
    return rt.shared->plain_reads + rt.shared->plain_writes + rt.local_changes;
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

/* Gathers the locations that the looks from `first` on read; false if they are none, too many, or read with different results. */
static bool locations(const struct fiber *fiber, uint32_t first, struct heddle_event *await, uint64_t values[2]) {
    uint64_t sizes[2] = {0, 0}, addresses[2] = {0, 0};
    uint32_t count = 0;
    for (uint32_t i = first; i < stretch_of(fiber)->count; i++) {
        const struct look *look = look_at(fiber, i);
        if (blocking_form(look->kind)) {
            return false;
        }
        if (look->size == 0) {
            continue;
        }
        uint32_t at = 0;
        while (at < count && (addresses[at] != look->object || sizes[at] != look->size)) {
            at++;
        }
        if (at == 2 || (at < count && values[at] != look->value)) {
            return false;
        }
        addresses[at] = look->object;
        sizes[at] = look->size;
        values[at] = look->value;
        count += at == count;
    }
    await->object = addresses[0];
    await->object2 = addresses[1];
    await->argument = sizes[0] | sizes[1] << 8;
    return count > 0;
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
    uint64_t values[2] = {0, 0};
    if (!locations(fiber, first, await, values)) {
        return false;
    }
    /* The location of the operation itself comes first: a load is its own AWAIT. */
    bool swapped = await->object != operation->object;
    if (swapped) {
        await->object2 = await->object;
        await->object = operation->object;
        await->argument = await->argument >> 8 | (await->argument & 0xff) << 8;
    }
    stretch_of(fiber)->awaited[0] = values[swapped];
    stretch_of(fiber)->awaited[1] = values[!swapped];
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

bool spin_repeats(const struct fiber *fiber, const struct heddle_event *operation, struct heddle_event *await) {
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
    stretch->kind = operation->kind;
    stretch->state = heddle_state(fiber_stack_top(fiber->id));
    for (uint32_t i = stretch->count; i-- > 0 && stretch->state != 0;) {
        const struct look *look = look_at(fiber, i);
        if (look->kind == operation->kind && look->site == operation->site && look->object == operation->object &&
            look->state == stretch->state) {
            return make_await(fiber, i, operation, await);
        }
    }
    return false;
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
                          .size = reads && !blocking_form(event->kind) ? event->argument & 0xff : 0,
                          .state = reads ? stretch->state : 0,
                          .value = reads ? event->value : 0,
                          .kind = event->kind == HEDDLE_AWAIT ? stretch->kind : event->kind};
    stretch->unsettled = event->kind == HEDDLE_ATOMIC_RMW ? fiber->unsettled : 0;
    stretch->local_changes = changes_so_far();
    scrub();
}

uint64_t spin_state(const struct fiber *fiber) { return heddle_state(fiber_stack_top(fiber->id)); }

uint32_t spin_stands_for(const struct fiber *fiber) { return stretch_of(fiber)->kind; }

/* ---- the operation ---- */

static uint64_t held(uint64_t address, uint64_t size) {
    uint64_t value = 0;
    memcpy(&value, (const void *)(uintptr_t)address, size);
    return value;
}

static bool await_enabled(const struct fiber *fiber, const struct heddle_event *operation) {
    const uint64_t *awaited = stretch_of(fiber)->awaited;
    uint64_t second = operation->argument >> 8;
    return held(operation->object, operation->argument & 0xff) != awaited[0] ||
           (second != 0 && held(operation->object2, second) != awaited[1]);
}

static void await_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    event->value = held(event->object, event->argument & 0xff);
    event->result = (int64_t)held(event->object2, event->argument >> 8);
}
const struct rule await_rule = {.enabled = await_enabled, .apply = await_apply};
