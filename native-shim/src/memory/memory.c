/* The hooks of instrumented code: plain accesses and atomics. A hook announces the access;
 * once it returns, the program does it natively, and no other thread has run in between. */
#include <string.h>

#include "base/compiler.h"
#include "base/hot.h"
#include "core/candidates.h"
#include "core/claims.h"
#include "core/loops/cycle_memory.h"
#include "core/loops/plain_wait.h"
#include "core/loops/stack_state.h"
#include "core/schedule.h"
#include "memory/bounds/meant_for.h"
#include "memory/buffered_store.h"
#include "memory/given_again.h"
#include "memory/life.h"
#include "memory/memory.h"
#include "model/fibers/processes.h"
#include "model/fibers/running_stack.h"
#include "model/memory/aliases.h"
#include "model/older.h"
#include "model/operation.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "model/unvaried.h"
#include "race/race.h"
#include "race/race_report.h"
#include "race/shadow/copied.h"
#include "race/shadow/marks.h"
#include "race/shadow/shadow.h"
#include "race/shadow/visible.h"
#include "report/awaited.h"
#include "report/describe.h"

#define WEAK_CAS "atomic_compare_exchange_weak"

static uint64_t low_bytes(uint64_t value, uint64_t size) { return size >= 8 ? value : value & ((1ull << size * 8) - 1); }

static void invisible(const volatile void *address, size_t size, const struct heddle_site *site, enum how how);
static const volatile void *by_name(const volatile void *address, size_t size, const struct heddle_site *site, enum how how);

/* The event; NULL: it is a store, and went into the thread's store buffer. */
static __attribute__((noinline)) const struct heddle_event *access_point(enum heddle_op kind, const volatile void *address,
                                                                         size_t size, uint64_t expected, uint64_t value,
                                                                         int order, const struct heddle_site *site) {
    address = by_name(address, size, site, kind == HEDDLE_READ || kind == HEDDLE_ATOMIC_LOAD ? HOW_READS : HOW_WRITES);
    rt.frame = 0;
    if (UNLIKELY(rt.seen.claims) && claims_meet(kind, (uint64_t)(uintptr_t)address, size)) {
        order |= HEDDLE_ORDER_CLAIMED;
    }
    struct heddle_event operation = {.kind = (uint16_t)kind,
                                     .order = (uint16_t)order,
                                     .object = (uint64_t)(uintptr_t)address,
                                     .object2 = low_bytes(expected, size),
                                     .argument = size,
                                     .value = low_bytes(value, size),
                                     .site = (uint64_t)(uintptr_t)site};
    bool stores = kind == HEDDLE_WRITE || kind == HEDDLE_ATOMIC_STORE;
    const struct heddle_event *done =
        UNLIKELY(rt.asked.buffers) && stores && buffered_store(&operation) ? NULL : point(&operation);
    if (UNLIKELY(operation.order & HEDDLE_ORDER_CLAIMED)) {
        claims_may_differ();
    }
    spin_clean_stack();
    return done;
}

/* Plain accesses leave on the stack what they have compared and counted, which differs from one round of a loop to the next: what calls this
 * goes on with a function of its own, in whose frame none of that is left where it has written nothing. */
#define CLEANED(call) (spin_clean_stack(), (call))
#define IN_OWN_FRAME __attribute__((noinline))

/* Makes an access that the program makes where this says: at its own address, or, where it overlooks stores, at that of what it is to find. */
static IN_OWN_FRAME const volatile void *redirected_point(enum heddle_op kind, const volatile void *address, size_t size,
                                                          uint64_t expected, uint64_t value, int orders, bool redirects,
                                                          const struct heddle_site *site) {
    rt.current->access.redirects = redirects && size <= sizeof older_cell;
    const struct heddle_event *done = access_point(kind, address, size, expected, value, orders, site);
    rt.current->access.redirects = false;
    if (LIKELY(!done || !overlooks(done))) {
        return address;
    }
    older_cell = kind == HEDDLE_ATOMIC_CAS && done->result ? expected : done->value;
    return &older_cell;
}

static bool is_visible(const volatile void *address, size_t size) {
    return visible_now(name_in_process((uint64_t)(uintptr_t)address), size);
}

/* Where a thread can be cancelled anywhere, it can before each of its writes: what it only reads makes no difference. */
static void before_effect(const struct heddle_site *site, bool is_call) {
    rt.frame = 0;
    outside.before_effect((uint64_t)(uintptr_t)site, is_call);
    spin_clean_stack();
}

void memory_before_call(const struct heddle_site *site) {
    if (UNLIKELY(rt.seen.cancels_anywhere) && running()) {
        before_effect(site, true);
    }
}

static void invisible(const volatile void *address, size_t size, const struct heddle_site *site, enum how how) {
    if (rt.asked.races) {
        if (UNLIKELY(rt.asked.describes)) {
            describe_access(rt.current, (uint64_t)(uintptr_t)address, size, (uint64_t)(uintptr_t)site, how & HOW_WRITES);
        }
        race_access(rt.current, (uint64_t)(uintptr_t)address, size, (uint64_t)(uintptr_t)site, how);
        if (UNLIKELY(race_watched)) {
            plain_wait_at((uint64_t)(uintptr_t)address, size, how & HOW_WRITES);
        }
    }
}

/* What lies at the address is accessed by its name. Where others have it at another address, its own one counts for the life of the
 * mapping: the access comes before or after what ends it, and orders nothing else. */
static const volatile void *by_name(const volatile void *address, size_t size, const struct heddle_site *site, enum how how) {
    uint64_t name = alias_name((uint64_t)(uintptr_t)address);
    if (LIKELY(name == (uint64_t)(uintptr_t)address)) {
        return (const volatile void *)(uintptr_t)name_in_process(name);
    }
    if (is_visible(address, size)) {
        struct heddle_event look = operation_on(HEDDLE_READ, (uint64_t)(uintptr_t)address, size, (uint64_t)(uintptr_t)site);
        rt.frame = 0;
        point(&look);
        spin_clean_stack();
    } else {
        invisible(address, size, site, how | HOW_ATOMIC);
    }
    return (const volatile void *)(uintptr_t)name;
}

/* Whether the range has to be accessed in parts, which have names of their own; the first of them then is so long. */
static bool has_parts(const volatile void *address, size_t size, size_t *first) {
    *first = UNLIKELY(aliases_any) ? aliases_part((uint64_t)(uintptr_t)address, size) : size;
    return UNLIKELY(*first < size);
}

static bool is_on_own_stack(const volatile void *address) {
    return is_on_running_stack(rt.current, (uint64_t)(uintptr_t)address);
}

/* Nobody but the thread itself can change it: what it has on its own stack, and in a forked process without other threads all that this
 * has for itself. */
static bool is_nobody_elses(const volatile void *address) {
    return is_on_own_stack(address) ||
           (is_of_forked() && processes_end_with(rt.current) && processes_is_own((uint64_t)(uintptr_t)address));
}

/* Nobody has the address of another thread's. */
static bool is_own_errno(const volatile void *address) {
    bool is_own = rt.current->fs - (uint64_t)(uintptr_t)address == rt.program.errno_below;
    rt.current->seen.reads_errno |= is_own;
    return is_own;
}

static void count_read(const volatile void *address) {
    rt.shared->plain_reads++;
    rt.stack_reads += is_nobody_elses(address) || is_own_errno(address);
}

/* ---- memory that a forked process has for itself: what it was at the fork is a copy ---- */

/* Whom an atomic access of it orders is not known. */
static void maybe_copied_is_ordered(const volatile void *address) {
    if (UNLIKELY(copied_any) && is_of_forked() && processes_is_own((uint64_t)(uintptr_t)address)) {
        copied_is_ordered();
    }
}

/* An access outside of executions, or in a claim's condition. */
static void unannounced(const volatile void *address, size_t size, bool writes, const struct heddle_site *site) {
    if (UNLIKELY(rt.looks)) {
        (writes ? claims_written : claims_read)(address, size, site);
    }
}

/* A range of no bytes is no access. */
void on_read(const volatile void *address, size_t size, const struct heddle_site *site) {
    if (!running() || size == 0) {
        unannounced(address, size, false, site);
        return;
    }
    if (UNLIKELY(rt.watches_memory) && !heddle_counts(site)) {
        cycle_memory_read((uint64_t)(uintptr_t)address, size);
    }
    if (UNLIKELY(rt.asked.describes)) {
        awaited_read(rt.current, (uint64_t)(uintptr_t)address, size, (uint64_t)(uintptr_t)site);
    }
    size_t first;
    if (LIKELY(race_quick((uint64_t)(uintptr_t)address, size, (uint64_t)(uintptr_t)site, false))) {
        count_read(address);
    } else if (has_parts(address, size, &first)) {
        on_read(address, first, site);
        on_read((const volatile char *)address + first, size - first, site);
    } else {
        if (UNLIKELY(copied_any)) {
            copied_is_read((uint64_t)(uintptr_t)address, size, (uint64_t)(uintptr_t)site);
        }
        const volatile void *name = by_name(address, size, site, HOW_READS);
        if (is_visible(name, size)) {
            CLEANED(access_point(HEDDLE_READ, name, size, 0, 0, 0, site));
        } else {
            count_read(address);
            invisible(name, size, site, HOW_READS);
        }
    }
}

/* What a thread has on its own stack tells its spin loops from others: see await.c. */
static void count_write(const volatile void *address, size_t size, const struct heddle_site *site) {
    bool own_stack = is_on_own_stack(address);
    rt.shared->plain_writes++;
    rt.stack_writes += own_stack;
    if (UNLIKELY(rt.current->time.readings_in_vain) && !own_stack) {
        rt.counting_writes += heddle_counts(site);
    }
    if (UNLIKELY(rt.watches_memory) && !own_stack) {
        cycle_memory_written((uint64_t)(uintptr_t)address, size, heddle_counts(site));
    }
}

/* A request that goes on when main returns does no harm any more. */
static bool is_lent_by_main(uint64_t start, uint64_t end, const struct heddle_site *site) {
    return rt.current->id == 0 && strcmp(site->function, "main") == 0 && outside.is_lent(start, end);
}

/* The function that the variable belongs to returns. Nothing is written: no spin loop looks different for it. */
void on_leave(const volatile void *variable, size_t size, const struct heddle_site *site) {
    if (!running() || !rt.asked.races || rt.fiber_count == 1) {
        return;
    }
    uint64_t address = name_in_process((uint64_t)(uintptr_t)variable), end = address + size, used = shadow_next(address, end);
    if (used < end && !is_lent_by_main(address, end, site)) {
        memory_change(used, end - used, (uint64_t)(uintptr_t)site, MEMORY_ENDS);
        spin_clean_stack();
    }
}

void on_write(const volatile void *address, size_t size, const struct heddle_site *site) {
    if (!running() || size == 0) {
        unannounced(address, size, true, site);
        return;
    }
    size_t first;
    if (LIKELY(race_quick((uint64_t)(uintptr_t)address, size, (uint64_t)(uintptr_t)site, true))) {
        count_write(address, size, site);
    } else if (has_parts(address, size, &first)) {
        on_write(address, first, site);
        on_write((const volatile char *)address + first, size - first, site);
    } else {
        if (UNLIKELY(copied_any)) {
            copied_is_written((uint64_t)(uintptr_t)address, size);
        }
        const volatile void *name = by_name(address, size, site, HOW_WRITES);
        if (is_visible(name, size)) {
            access_point(HEDDLE_WRITE, name, size, 0, 0, 0, site);
            return;
        }
        if (UNLIKELY(rt.seen.cancels_anywhere)) {
            before_effect(site, false);
        }
        count_write(address, size, site);
        invisible(name, size, site, HOW_WRITES);
    }
}

/* The order of C11; what has none is noted. */
static int order_of_c11(int order) {
    rt.shared->foreign_atomics |= (order & HEDDLE_ORDER_X86) != 0;
    return order & ~HEDDLE_ORDER_X86;
}

static int count_atomic(int order) {
    int of_c11 = order_of_c11(order);
    rt.shared->atomics++;
    rt.shared->weak_atomics += of_c11 < __ATOMIC_SEQ_CST;
    return of_c11;
}

void memory_reads(const void *address, size_t size, uint64_t site) {
    if (resolve_is_site(site)) {
        meant_look(address, size, false, site);
        on_read(address, size, (const struct heddle_site *)(uintptr_t)site);
    }
}

void memory_writes(const void *address, size_t size, uint64_t site) {
    if (resolve_is_site(site)) {
        meant_look(address, size, true, site);
        on_write(address, size, (const struct heddle_site *)(uintptr_t)site);
    }
}

void memory_locked(const void *address, size_t size, uint64_t site) {
    if (resolve_is_site(site)) {
        const void *name = (const void *)(uintptr_t)name_in_process((uint64_t)(uintptr_t)address);
        invisible(name, size, (const struct heddle_site *)(uintptr_t)site, HOW_WRITES | HOW_ATOMIC);
    }
}

bool memory_is_watched(const void *address, size_t size) {
    const void *name = (const void *)(uintptr_t)alias_name((uint64_t)(uintptr_t)address);
    return running() && rt.asked.races && size > 0 &&
           (is_visible(address, size) || is_visible(name, size) ||
            memory_is_marked(name_in_process((uint64_t)(uintptr_t)address), size));
}

const volatile void *on_atomic_load(const volatile void *address, size_t size, int order, const struct heddle_site *site) {
    if (!running()) {
        unannounced(address, size, false, site);
        return address;
    }
    maybe_copied_is_ordered(address);
    int of_c11 = count_atomic(order);
    if (UNLIKELY(rt.asked.describes)) {
        awaited_read(rt.current, (uint64_t)(uintptr_t)address, size, (uint64_t)(uintptr_t)site);
    }
    return CLEANED(redirected_point(HEDDLE_ATOMIC_LOAD, address, size, 0, 0, of_c11, !(order & HEDDLE_ORDER_X86), site));
}

static volatile void *writing_point(enum heddle_op kind, volatile void *address, size_t size, uint64_t how, uint64_t value,
                                    int order, const struct heddle_site *site) {
    int of_c11 = count_atomic(order);
    bool redirects = !(order & HEDDLE_ORDER_X86);
    return (volatile void *)(uintptr_t)CLEANED(redirected_point(kind, address, size, how, value, of_c11, redirects, site));
}

volatile void *on_atomic_store(volatile void *address, size_t size, uint64_t value, int order, const struct heddle_site *site) {
    if (!running()) {
        unannounced(address, size, true, site);
        return address;
    }
    maybe_copied_is_ordered(address);
    bool marks = size <= sizeof(uint64_t) && low_bytes(value, size) != 0;
    return writing_point(HEDDLE_ATOMIC_STORE, address, size, marks ? HEDDLE_MARKS : 0, value, order, site);
}

volatile void *on_atomic_rmw(volatile void *address, size_t size, uint64_t operand, int order, const struct heddle_site *site) {
    (void)operand;
    if (!running()) {
        unannounced(address, size, true, site);
        return address;
    }
    maybe_copied_is_ordered(address);
    bool adds = site->kind == HEDDLE_SITE_ADDING_ATOMIC && size <= sizeof(uint64_t);
    return writing_point(HEDDLE_ATOMIC_RMW, address, size, adds ? HEDDLE_ADDS : 0, 0, order, site);
}

void memory_atomic(const void *address, size_t size, uint64_t site) {
    access_point(HEDDLE_ATOMIC_RMW, address, size, 0, 0, __ATOMIC_ACQ_REL, (const struct heddle_site *)(uintptr_t)site);
}

static volatile void *cas_point(volatile void *address, size_t size, uint64_t expected, uint64_t desired, int success_order,
                                int failure_order, const struct heddle_site *site) {
    if (!running()) {
        unannounced(address, size, true, site);
        return address;
    }
    maybe_copied_is_ordered(address);
    count_atomic(failure_order == __ATOMIC_SEQ_CST ? success_order : failure_order);
    rt.current->access.failure_order = (uint16_t)failure_order;
    int orders = failure_order == success_order ? success_order : success_order | HEDDLE_ORDER_FAILURE(failure_order);
    const volatile void *place =
        CLEANED(redirected_point(HEDDLE_ATOMIC_CAS, address, size, expected, desired, orders, true, site));
    uint64_t found = size == sizeof found ? *(const volatile uint64_t *)place : expected;
    if (found != expected) {
        given_again_compared(found, expected, (uint64_t)(uintptr_t)site);
    }
    return (volatile void *)(uintptr_t)place;
}

volatile void *on_atomic_cas(volatile void *address, size_t size, uint64_t expected, uint64_t desired, int success_order,
                             int failure_order, const struct heddle_site *site) {
    if (running()) {
        unvaried_never((uint64_t)(uintptr_t)site, WEAK_CAS);
    }
    return cas_point(address, size, expected, desired, success_order, failure_order, site);
}

static uint64_t load_point(volatile void *address, size_t size, int order, const struct heddle_site *site) {
    uint64_t found = 0;
    access_point(HEDDLE_ATOMIC_LOAD, address, size, 0, 0, order, site);
    memcpy(&found, (const void *)(uintptr_t)address, size);
    return found;
}

HOT static volatile void *weak_cas_place;

volatile void *on_weak_cas_place(volatile void *address) { return running() ? weak_cas_place : address; }

/* Whether it is to fail is chosen where it could succeed: a loop that waits for the values to become equal stays a wait. One that
 * fails is a load. */
uint64_t on_weak_cas(volatile void *address, size_t size, uint64_t expected, uint64_t desired, int success_order,
                     int failure_order, const struct heddle_site *site) {
    if (running() && unvaried_may_choose((uint64_t)(uintptr_t)site, rt.current->seen.weak_failures, WEAK_CAS) &&
        load_point(address, size, HEDDLE_ORDER_LOOK, site) == low_bytes(expected, size) &&
        point_on(HEDDLE_CHOOSE, NULL, 2, (uint64_t)(uintptr_t)site)->alternative > 0) {
        rt.current->seen.weak_failures++;
        count_atomic(failure_order);
        weak_cas_place = address;
        return ~load_point(address, size, failure_order, site);
    }
    weak_cas_place = cas_point(address, size, expected, desired, success_order, failure_order, site);
    return expected;
}

void on_fence(int order, const struct heddle_site *site) {
    if (running()) {
        int of_c11 = order_of_c11(order);
        access_point(HEDDLE_ATOMIC_FENCE, NULL, 0, 0, 0, of_c11, site);
        if (UNLIKELY(rt.asked.buffers)) {
            buffered_store_fence(of_c11);
        }
    }
}
