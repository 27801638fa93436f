/* Mutexes: the rules of their operations.
 *
 * Only the outermost lock and unlock of a recursive mutex are visible operations: what a holder does to its own mutex in
 * between cannot be told by any other thread. The same holds for the error returns that depend on the caller's own past. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "base/hot.h"
#include "base/invariant.h"
#include "core/schedule.h"
#include "core/virtual_time.h"
#include "kernel/readiness/kernel.h"
#include "model/fibers/processes.h"
#include "model/objects.h"
#include "model/operation.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "race/object_order.h"
#include "sync/lifetime.h"
#include "sync/lock_several.h"
#include "sync/mutex.h"

bool mutex_is_free(uint64_t address) {
    const struct object *mutex = object_find(HEDDLE_FAMILY_MUTEX, address);
    return !mutex || !mutex->owner;
}

int mutex_take(struct fiber *fiber, uint64_t address, uint32_t depth) {
    struct object *mutex = mutex_of(address);
    if (mutex->kind == MUTEX_UNRECOVERABLE) {
        return ENOTRECOVERABLE;
    }
    INVARIANT(!mutex->owner && depth > 0);
    mutex->owner = fiber;
    mutex->count = depth;
    lock_several_took(fiber, address);
    if (mutex->kind != MUTEX_ORPHANED) {
        return 0;
    }
    mutex->kind = MUTEX_INCONSISTENT;
    return EOWNERDEAD;
}

uint32_t mutex_drop(uint64_t address) {
    struct object *mutex = mutex_of(address);
    uint32_t depth = mutex->count;
    if (mutex->owner) {
        lock_several_gave(mutex->owner, address);
    }
    mutex->owner = NULL;
    mutex->count = 0;
    if (mutex->kind == MUTEX_INCONSISTENT) {
        mutex->kind = MUTEX_UNRECOVERABLE;
    }
    return depth;
}

/* In a process that was forked while a thread had it, it stays locked for ever. */
static bool is_abandoned(const struct object *mutex) { return mutex->robust && !processes_is_copy(mutex->address, mutex->owner); }

void mutex_abandon_all(struct fiber *fiber) {
    const struct object *mutex;
    while (rt.seen.robust_mutex && (mutex = object_owned(HEDDLE_FAMILY_MUTEX, fiber, is_abandoned))) {
        point_on(HEDDLE_MUTEX_UNLOCK, (void *)(uintptr_t)mutex->address, 1, 0);
    }
}

bool mutex_has_robust(const struct fiber *fiber) {
    return rt.seen.robust_mutex && object_owned(HEDDLE_FAMILY_MUTEX, fiber, is_abandoned);
}

bool mutex_held_by(const struct fiber *fiber, uint64_t address) {
    const struct object *mutex = object_find(HEDDLE_FAMILY_MUTEX, address);
    return mutex && mutex->owner == fiber;
}

static void init_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *mutex = mutex_of(event->object);
    event->result = mutex->owner ? EBUSY : 0;
    mutex->owner = NULL;
    mutex->count = 0;
    mutex->kind = MUTEX_HEALTHY;
    mutex->robust = false;
    lifetime_begin(mutex, event);
}
RULE(MUTEX_INIT) = {.apply = init_apply, .after_signals = true};

static void destroy_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *mutex = mutex_of(event->object);
    event->result = mutex->owner ? EBUSY : 0;
    if (!mutex->owner) {
        mutex->kind = MUTEX_HEALTHY;
        mutex->robust = false;
    }
    lifetime_end(mutex, mutex_mark((pthread_mutex_t *)(uintptr_t)address_of_name(event->object)), !mutex->owner);
}
RULE(MUTEX_DESTROY) = {.apply = destroy_apply, .after_signals = true};

static bool lock_enabled(const struct fiber *fiber, const struct heddle_event *operation) {
    (void)fiber;
    return mutex_is_free(operation->object) || kernel_is_ready(interrupting_bits(operation));
}
/* The result tells whether the mutex is now held. That its former owner has ended is said beside it, in the value. */
static void take(struct fiber *fiber, struct heddle_event *event) {
    int error = mutex_take(fiber, event->object, 1);
    event->result = error == EOWNERDEAD ? 0 : error;
    event->value = error == EOWNERDEAD ? EOWNERDEAD : 0;
}
static void lock_apply(struct fiber *fiber, struct heddle_event *event) {
    if (event->result == 0 && !mutex_is_free(event->object)) {
        event->result = EINTR;
    } else if (event->result == 0) {
        take(fiber, event);
    }
}
RULE(MUTEX_LOCK) = {.enabled = lock_enabled,
                    .apply = lock_apply,
                    .expires = always_expires,
                    .acquires = order_take_if_done,
                    .vain = VAIN,
                    .after_signals = true,
                    .repeatable = true};

static void trylock_apply(struct fiber *fiber, struct heddle_event *event) {
    if (mutex_is_free(event->object)) {
        take(fiber, event);
    } else {
        event->result = event->argument == HEDDLE_DEADLINE_ANY ? ETIMEDOUT : EBUSY;
    }
}
RULE(MUTEX_TRYLOCK) = {
    .apply = trylock_apply, .acquires = order_take_if_done, .vain = VAIN, .after_signals = true, .repeatable = true};

HOT bool mutex_was_owned;

/* argument: the owner has ended. The result ENOTRECOVERABLE says that the mutex can never be taken again. */
static void unlock_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *mutex = mutex_of(event->object);
    mutex_was_owned = mutex->owner != NULL;
    mutex_drop(event->object);
    if (event->argument) {
        mutex->kind = MUTEX_ORPHANED;
    }
    event->result = mutex->kind == MUTEX_UNRECOVERABLE ? ENOTRECOVERABLE : 0;
}
RULE(MUTEX_UNLOCK) = {.apply = unlock_apply, .releases = order_pass, .vain = VAIN, .after_signals = true, .repeatable = true};

bool mutex_checks_owner(uint64_t address) {
    int kind = ((const pthread_mutex_t *)(uintptr_t)address_of_name(address))->__data.__kind;
    return (kind & MUTEX_ROBUST) || (kind & MUTEX_KIND_MASK) == PTHREAD_MUTEX_RECURSIVE ||
           (kind & MUTEX_KIND_MASK) == PTHREAD_MUTEX_ERRORCHECK;
}
