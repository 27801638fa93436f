/* Spinlocks: mutexes without kinds, that glibc leaves to whoever unlocks them. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "base/compiler.h"
#include "base/hot.h"
#include "base/real.h"
#include "core/loops/stack_state.h"
#include "core/schedule.h"
#include "kernel/cancellation/cancellation.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/signal_handler.h"
#include "kernel/signals/pending/signal_pending.h"
#include "model/note.h"
#include "model/objects.h"
#include "model/operation.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "race/object_order.h"
#include "report/pedantic.h"
#include "sync/lifetime.h"

static struct object *spin_of(uint64_t address) { return object_at(HEDDLE_FAMILY_SPINLOCK, (void *)(uintptr_t)address); }

static bool is_free(uint64_t address) {
    const struct object *spin = object_find(HEDDLE_FAMILY_SPINLOCK, address);
    return !spin || !spin->owner;
}

static void init_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *spin = spin_of(event->object);
    event->result = spin->owner ? EBUSY : 0;
    spin->owner = NULL;
    lifetime_begin(spin, event);
}
RULE(SPIN_INIT) = {.apply = init_apply, .after_signals = true};

static void destroy_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *spin = spin_of(event->object);
    event->result = spin->owner ? EBUSY : 0;
    lifetime_end(spin, NULL, true);
}
RULE(SPIN_DESTROY) = {.apply = destroy_apply, .after_signals = true};

static bool lock_enabled(const struct fiber *fiber, const struct heddle_event *operation) {
    (void)fiber;
    return is_free(operation->object) || kernel_is_ready(interrupting_bits(operation));
}
static void lock_apply(struct fiber *fiber, struct heddle_event *event) {
    if (is_free(event->object)) {
        spin_of(event->object)->owner = fiber;
    } else {
        event->result = EINTR;
    }
}
RULE(SPIN_LOCK) = {.enabled = lock_enabled,
                   .apply = lock_apply,
                   .acquires = order_take_if_done,
                   .vain = VAIN,
                   .after_signals = true,
                   .repeatable = true};

static void trylock_apply(struct fiber *fiber, struct heddle_event *event) {
    event->result = is_free(event->object) ? 0 : EBUSY;
    if (event->result == 0) {
        lock_apply(fiber, event);
    }
}
RULE(SPIN_TRYLOCK) = {
    .apply = trylock_apply, .acquires = order_take_if_done, .vain = VAIN, .after_signals = true, .repeatable = true};

HOT static struct fiber *was_owned_by; /* the spinlock of the last event that unlocked one */

static void unlock_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *spin = spin_of(event->object);
    was_owned_by = spin->owner;
    spin->owner = NULL;
}
RULE(SPIN_UNLOCK) = {.apply = unlock_apply, .releases = order_pass, .vain = VAIN, .after_signals = true, .repeatable = true};

/* An initialised spinlock of glibc's on x86 that nobody really takes holds 1. */
static void check(pthread_spinlock_t *lock, bool over, const char *function, uint64_t site) {
    if (over) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_DESTROYED, HEDDLE_FAMILY_SPINLOCK, (uint64_t)(uintptr_t)lock, site,
                    function);
    } else if (!spin_of((uint64_t)(uintptr_t)lock)->initialised && *lock != 1) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_NEVER_INITIALISED, HEDDLE_FAMILY_SPINLOCK, (uint64_t)(uintptr_t)lock,
                    site, function);
    }
}

/* After the event that used it. */
static void check_alive(pthread_spinlock_t *lock, const char *function, uint64_t site) {
    struct object *o = spin_of((uint64_t)(uintptr_t)lock);
    if (UNLIKELY(o->destroyed || !o->initialised)) {
        check(lock, o->destroyed, function, site);
    }
}

/* ---- the interposed functions ---- */

EXPORT int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_spin_init)(lock, shared);
    }
    uint64_t locked = point_on(HEDDLE_SPIN_INIT, lock, 0, site)->result;
    int error = REAL(pthread_spin_init)(lock, shared);
    if (error == 0) {
        if (locked) {
            misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_LOCKED, HEDDLE_FAMILY_SPINLOCK, (uint64_t)(uintptr_t)lock, site,
                        "pthread_spin_init");
        } else {
            lifetime_check_begun((void *)(uintptr_t)lock, HEDDLE_FAMILY_SPINLOCK, "pthread_spin_init", site);
        }
    }
    return error;
}

EXPORT int pthread_spin_destroy(pthread_spinlock_t *lock) {
    uint64_t site = SITE();
    if (!running()) {
        pedantic_end(HEDDLE_FAMILY_SPINLOCK, (uint64_t)(uintptr_t)lock);
        return REAL(pthread_spin_destroy)(lock);
    }
    if (point_on(HEDDLE_SPIN_DESTROY, lock, 0, site)->result) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_LOCKED, HEDDLE_FAMILY_SPINLOCK, (uint64_t)(uintptr_t)lock, site,
                    "pthread_spin_destroy");
    }
    check(lock, lifetime_was_over(), "pthread_spin_destroy", site);
    return 0;
}

EXPORT int pthread_spin_lock(pthread_spinlock_t *lock) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_spin_lock)(lock);
    }
    struct heddle_event operation = operation_on(HEDDLE_SPIN_LOCK, (uint64_t)(uintptr_t)lock, 0, site);
    do {
        operation.object2 = signals_interrupt_lock(site);
    } while (point(&operation)->result == EINTR && signals_handle_in_lock(site));
    check_alive(lock, "pthread_spin_lock", site);
    return 0;
}

EXPORT int pthread_spin_trylock(pthread_spinlock_t *lock) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_spin_trylock)(lock);
    }
    int error = (int)point_on(HEDDLE_SPIN_TRYLOCK, lock, 0, site)->result;
    spin_clean_stack();
    check_alive(lock, "pthread_spin_trylock", site);
    return error;
}

EXPORT int pthread_spin_unlock(pthread_spinlock_t *lock) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_spin_unlock)(lock);
    }
    point_on(HEDDLE_SPIN_UNLOCK, lock, 0, site);
    if (UNLIKELY(was_owned_by != rt.current)) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, was_owned_by ? HEDDLE_FAULT_HELD_BY_ANOTHER : HEDDLE_FAULT_NOT_LOCKED,
                    HEDDLE_FAMILY_SPINLOCK, (uint64_t)(uintptr_t)lock, site, "pthread_spin_unlock");
    }
    check_alive(lock, "pthread_spin_unlock", site);
    return 0;
}
