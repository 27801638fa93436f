/* The hooks of instrumented code: plain accesses, atomics, and the test author's harness. A hook announces the access;
 * once it returns, the program does it natively, and no other thread has run in between. */
#include <string.h>

#include "core/await.h"
#include "core/stare.h"
#include "kernel/process.h"
#include "memory/library.h"
#include "memory/memory.h"
#include "model/fiber.h"
#include "model/runtime.h"
#include "race/race.h"
#include "race/shadow.h"
#include "report/describe.h"

static uint64_t load(uint64_t address, uint64_t size) {
    uint64_t value = 0;
    memcpy(&value, (const void *)(uintptr_t)address, size < sizeof value ? size : sizeof value);
    return value;
}

static uint64_t low_bytes(uint64_t value, uint64_t size) {
    return size >= 8 ? value : value & ((1ull << size * 8) - 1);
}

/* Every event says what memory held before and after it, as far as 8 bytes go, so that the server can tell what a
 * compare-and-swap would find in another order. What a read-modify-write or a plain write leaves is known only once the
 * program has done it: when its thread comes to its next operation. */
static void load_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    event->value = load(event->object, event->argument);
}
const struct rule load_rule = {.apply = load_apply};

static void store_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    event->result = (int64_t)load(event->object, event->argument);
}
const struct rule atomic_store_rule = {.apply = store_apply};

static void rmw_apply(struct fiber *fiber, struct heddle_event *event) {
    event->value = load(event->object, event->argument);
    fiber->unsettled = rt.shared->event_count;
}
const struct rule atomic_rmw_rule = {.apply = rmw_apply};

static void write_apply(struct fiber *fiber, struct heddle_event *event) {
    event->result = (int64_t)load(event->object, event->argument);
    fiber->unsettled = rt.shared->event_count;
}
const struct rule write_rule = {.apply = write_apply};

void memory_settle(struct fiber *fiber) {
    struct heddle_event *event = &rt.shared->events[fiber->unsettled - 1];
    uint64_t now = load(event->object, event->argument);
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
    uint64_t found = load(event->object, event->argument);
    event->result = found == event->object2;
    if (!event->result) {
        event->value = found;
    }
}
const struct rule atomic_cas_rule = {.apply = cas_apply};

static bool choose_alternative(const struct fiber *fiber, const struct heddle_event *operation, awake_fn *awake,
                               int32_t *out) {
    for (*out = 0; (uint64_t)*out < operation->argument; ++*out) {
        if (awake(fiber, *out)) {
            return true;
        }
    }
    return false;
}
static bool choose_allows(const struct fiber *fiber, const struct heddle_event *operation, int32_t alternative) {
    (void)fiber;
    return alternative >= 0 && (uint64_t)alternative < operation->argument;
}
static void choose_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    event->value = (uint64_t)event->alternative;
}
const struct rule choose_rule = {
    .apply = choose_apply, .alternative = choose_alternative, .allows = choose_allows};

static void access_point(enum heddle_op kind, const volatile void *address, size_t size, uint64_t expected,
                         uint64_t value, int order, const struct heddle_site *site) {
    rt.frame = 0;
    struct heddle_event operation = {.kind = (uint16_t)kind,
                                     .order = (uint16_t)order,
                                     .object = (uint64_t)(uintptr_t)address,
                                     .object2 = low_bytes(expected, size),
                                     .argument = size,
                                     .value = low_bytes(value, size),
                                     .site = (uint64_t)(uintptr_t)site};
    point(&operation);
    spin_clean_stack();
}

static bool is_visible(const volatile void *address, size_t size) {
    return rt.points == HEDDLE_POINTS_ALL ||
           (rt.points == HEDDLE_POINTS_AUTO && race_is_visible((uint64_t)(uintptr_t)address, size));
}

static void invisible(const volatile void *address, size_t size, const struct heddle_site *site, enum how how) {
    if (rt.races) {
        if (UNLIKELY(rt.describes)) {
            describe_access(rt.current, (uint64_t)(uintptr_t)address, size, (uint64_t)(uintptr_t)site, how & HOW_WRITES);
        }
        race_access(rt.current, (uint64_t)(uintptr_t)address, size, (uint64_t)(uintptr_t)site, how);
        if (UNLIKELY(stare_watches)) {
            stare_at((uint64_t)(uintptr_t)address, size, how & HOW_WRITES);
        }
    }
}

/* A range of no bytes is no access. */
static void on_read(const volatile void *address, size_t size, const struct heddle_site *site) {
    if (!running() || size == 0) {
        return;
    }
    if (LIKELY(race_quick((uint64_t)(uintptr_t)address, size, (uint64_t)(uintptr_t)site, false))) {
        rt.shared->plain_reads++;
    } else if (is_visible(address, size)) {
        access_point(HEDDLE_READ, address, size, 0, 0, 0, site);
    } else {
        rt.shared->plain_reads++;
        invisible(address, size, site, HOW_READS);
    }
}

/* What a thread writes to its own stack tells its spin loops from others by what the stack then holds: see await.c. */
static void count_write(const volatile void *address) {
    rt.shared->plain_writes++;
    rt.stack_writes += (uint64_t)(uintptr_t)address - fiber_slot(rt.current->id) < FIBER_STACK_TOP;
}

static void on_write(const volatile void *address, size_t size, const struct heddle_site *site) {
    if (!running() || size == 0) {
        return;
    }
    if (LIKELY(race_quick((uint64_t)(uintptr_t)address, size, (uint64_t)(uintptr_t)site, true))) {
        count_write(address);
    } else if (is_visible(address, size)) {
        access_point(HEDDLE_WRITE, address, size, 0, 0, 0, site);
    } else {
        count_write(address);
        invisible(address, size, site, HOW_WRITES);
    }
}

static void count_atomic(int order) {
    rt.shared->atomics++;
    rt.shared->weak_atomics += order != 5;
}

static void on_library(int function, void *a, void *b, size_t size, const struct heddle_site *site) {
    if (!running()) {
        return;
    }
    struct library_access accesses[4];
    uint32_t count = library_accesses(function, a, b, size, accesses);
    for (uint32_t i = 0; i < count; i++) {
        (accesses[i].writes ? on_write : on_read)(accesses[i].address, accesses[i].size, site);
    }
}

void memory_reads(const void *address, size_t size, uint64_t site) {
    if (resolve_is_site(site)) {
        on_read(address, size, (const struct heddle_site *)(uintptr_t)site);
    }
}

void memory_writes(const void *address, size_t size, uint64_t site) {
    if (resolve_is_site(site)) {
        on_write(address, size, (const struct heddle_site *)(uintptr_t)site);
    }
}

bool memory_is_watched(const void *address, size_t size) {
    return running() && rt.races && size > 0 &&
           (is_visible(address, size) || memory_is_marked((uint64_t)(uintptr_t)address, size));
}

static void on_atomic_load(const volatile void *address, size_t size, int order, const struct heddle_site *site) {
    if (running()) {
        count_atomic(order);
        access_point(HEDDLE_ATOMIC_LOAD, address, size, 0, 0, order, site);
    }
}

static void on_atomic_store(volatile void *address, size_t size, uint64_t value, int order,
                            const struct heddle_site *site) {
    if (running()) {
        count_atomic(order);
        access_point(HEDDLE_ATOMIC_STORE, address, size, 0, value, order, site);
    }
}

static void on_atomic_rmw(volatile void *address, size_t size, uint64_t operand, int order,
                          const struct heddle_site *site) {
    (void)operand;
    if (running()) {
        count_atomic(order);
        access_point(HEDDLE_ATOMIC_RMW, address, size, 0, 0, order, site);
    }
}

static void on_atomic_cas(volatile void *address, size_t size, uint64_t expected, uint64_t desired, int success_order,
                          int failure_order, const struct heddle_site *site) {
    if (running()) {
        count_atomic(success_order);
        rt.current->failure_order = (uint16_t)failure_order;
        access_point(HEDDLE_ATOMIC_CAS, address, size, expected, desired, success_order, site);
    }
}

static void on_fence(int order, const struct heddle_site *site) {
    if (running()) {
        access_point(HEDDLE_ATOMIC_FENCE, NULL, 0, 0, 0, order, site);
    }
}

static void on_call(const struct heddle_site *site) { rt.site = site; }

static uint32_t on_choose(uint32_t alternatives) {
    uint64_t site = SITE();
    return running() && alternatives > 1 ? (uint32_t)point_on(HEDDLE_CHOOSE, NULL, alternatives, site)->alternative : 0;
}

static void on_assume(int condition) {
    if (running() && !condition) {
        process_give_up(SITE());
    }
}

static void on_benign_race(const volatile void *address, size_t size) {
    if (running() && rt.races && size > 0) {
        race_is_benign((uint64_t)(uintptr_t)address, size);
    }
}

static void on_atomic_section(void) {
    if (running()) {
        unmodelled("heddle_atomic_begin", SITE());
    }
}

const struct heddle_hooks hooks = {
    .version = HEDDLE_ABI_VERSION,
    .size = sizeof(struct heddle_hooks),
    .read = on_read,
    .write = on_write,
    .atomic_load = on_atomic_load,
    .atomic_store = on_atomic_store,
    .atomic_rmw = on_atomic_rmw,
    .atomic_cas = on_atomic_cas,
    .fence = on_fence,
    .call = on_call,
    .choose = on_choose,
    .assume = on_assume,
    .fail = process_fail,
    .atomic_begin = on_atomic_section,
    .atomic_end = on_atomic_section,
    .fast = &shadow_fast,
    .benign_race = on_benign_race,
    .library = on_library,
};

void memory_free(uint64_t address, uint64_t size, uint64_t site) {
    if (!rt.races || rt.fiber_count == 1 || size == 0) {
        return;
    }
    if (is_visible((void *)(uintptr_t)address, size)) {
        rt.current->frees = true;
        point_on(HEDDLE_WRITE, (void *)(uintptr_t)address, size, site);
        rt.current->frees = false;
    } else {
        if (UNLIKELY(rt.describes)) {
            describe_access(rt.current, address, size, site, false);
        }
        race_access(rt.current, address, size, site, HOW_WRITES | HOW_KNOWN);
    }
}

EXPORT const struct heddle_hooks *__heddle_attach(uint32_t version, const struct heddle_site *begin,
                                                  const struct heddle_site *end);
EXPORT const struct heddle_hooks *__heddle_attach(uint32_t version, const struct heddle_site *begin,
                                                  const struct heddle_site *end) {
    if (version != HEDDLE_ABI_VERSION) {
        return NULL;
    }
    resolve_register(begin, end);
    return &hooks;
}
