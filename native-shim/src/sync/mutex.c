/* Mutexes: normal, recursive, errorcheck and adaptive, each also robust; static initialisers; timed forms.
 *
 * Only the outermost lock and unlock of a recursive mutex are visible operations: what a holder does to its own mutex in
 * between cannot be told by any other thread. The same holds for the error returns that depend on the caller's own past. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "base/compiler.h"
#include "base/hot.h"
#include "base/real.h"
#include "core/schedule.h"
#include "core/stack_state.h"
#include "core/virtual_time.h"
#include "kernel/deadline.h"
#include "kernel/kernel.h"
#include "kernel/signals.h"
#include "model/note.h"
#include "model/objects.h"
#include "model/operation.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "race/order.h"
#include "report/pedantic.h"
#include "sync/lifetime.h"
#include "sync/mutex.h"

#define KIND_MASK 3     /* of __data.__kind: PTHREAD_MUTEX_{NORMAL,RECURSIVE,ERRORCHECK,ADAPTIVE} */
#define KINDS 0x3ff     /* all that glibc may set: kind, robustness, protocol, sharing, elision */
#define KIND_ROBUST 16  /* glibc's PTHREAD_MUTEX_ROBUST_NORMAL_NP */
#define KIND_PROTECT 64 /* glibc's PTHREAD_MUTEX_PRIO_PROTECT_NP; the ceiling is then in the lock word: */
#define CEILING_SHIFT 19

static struct object *mutex_of(uint64_t address) { return object_at(HEDDLE_FAMILY_MUTEX, (void *)(uintptr_t)address); }

bool mutex_is_free(uint64_t address) {
    const struct object *mutex = object_find(HEDDLE_FAMILY_MUTEX, address);
    return !mutex || !mutex->owner;
}

/* Of a robust mutex, in object.kind. */
enum mutex_health {
    MUTEX_HEALTHY,
    MUTEX_ORPHANED,     /* its owner ended; whoever takes it next is told */
    MUTEX_INCONSISTENT, /* whoever was told has not yet called pthread_mutex_consistent */
    MUTEX_UNRECOVERABLE /* nor did before unlocking it */
};

int mutex_take(struct fiber *fiber, uint64_t address, uint32_t depth) {
    struct object *mutex = mutex_of(address);
    if (mutex->kind == MUTEX_UNRECOVERABLE) {
        return ENOTRECOVERABLE;
    }
    mutex->owner = fiber;
    mutex->count = depth;
    if (mutex->kind != MUTEX_ORPHANED) {
        return 0;
    }
    mutex->kind = MUTEX_INCONSISTENT;
    return EOWNERDEAD;
}

uint32_t mutex_drop(uint64_t address) {
    struct object *mutex = mutex_of(address);
    uint32_t depth = mutex->count;
    mutex->owner = NULL;
    mutex->count = 0;
    if (mutex->kind == MUTEX_INCONSISTENT) {
        mutex->kind = MUTEX_UNRECOVERABLE;
    }
    return depth;
}

static bool is_robust(const struct object *mutex) { return mutex->robust; }

void mutex_abandon_all(struct fiber *fiber) {
    const struct object *mutex;
    while (rt.robust_used && (mutex = object_owned(HEDDLE_FAMILY_MUTEX, fiber, is_robust))) {
        point_on(HEDDLE_MUTEX_UNLOCK, (void *)(uintptr_t)mutex->address, 1, 0);
    }
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
RULE(MUTEX_INIT) = {.apply = init_apply};

/* Where a destroyed mutex holds the mark: glibc counts there how long it pays to spin. */
static void *mark_in(pthread_mutex_t *mutex) { return &mutex->__data.__spins; }

static void destroy_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *mutex = mutex_of(event->object);
    event->result = mutex->owner ? EBUSY : 0;
    if (!mutex->owner) {
        mutex->kind = MUTEX_HEALTHY;
        mutex->robust = false;
    }
    lifetime_end(mutex, mark_in((pthread_mutex_t *)(uintptr_t)event->object), !mutex->owner);
}
RULE(MUTEX_DESTROY) = {.apply = destroy_apply};

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

HOT static bool was_owned; /* the mutex of the last event that unlocked one */

/* argument: the owner has ended. The result ENOTRECOVERABLE says that the mutex can never be taken again. */
static void unlock_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *mutex = mutex_of(event->object);
    was_owned = mutex->owner != NULL;
    mutex_drop(event->object);
    if (event->argument) {
        mutex->kind = MUTEX_ORPHANED;
    }
    event->result = mutex->kind == MUTEX_UNRECOVERABLE ? ENOTRECOVERABLE : 0;
}
RULE(MUTEX_UNLOCK) = {.apply = unlock_apply, .releases = order_pass, .vain = VAIN, .after_signals = true, .repeatable = true};

bool mutex_checks_owner(uint64_t address) {
    int kind = ((const pthread_mutex_t *)(uintptr_t)address)->__data.__kind;
    return (kind & KIND_ROBUST) || (kind & KIND_MASK) == PTHREAD_MUTEX_RECURSIVE ||
           (kind & KIND_MASK) == PTHREAD_MUTEX_ERRORCHECK;
}

/* What the object's memory says of its kind. Inheriting priorities changes nothing that could be observed. */
static int kind_of(const pthread_mutex_t *mutex) {
    int kind = mutex->__data.__kind;
    if (UNLIKELY(kind & KIND_ROBUST)) {
        rt.robust_used = true;
        mutex_of((uint64_t)(uintptr_t)mutex)->robust = true;
    }
    return kind & KIND_MASK;
}

static void check_first(const pthread_mutex_t *mutex, uint64_t site) {
    if (!object_find(HEDDLE_FAMILY_MUTEX, (uint64_t)(uintptr_t)mutex) && (mutex->__data.__kind & ~KINDS) == 0) {
        pedantic_check_first((uint64_t)(uintptr_t)mutex, sizeof *mutex, HEDDLE_FAMILY_MUTEX, site);
    }
}

/* After the event that used it. */
static void check_alive(pthread_mutex_t *mutex, const char *function, uint64_t site) {
    struct object *o = mutex_of((uint64_t)(uintptr_t)mutex);
    if (UNLIKELY(o->destroyed) && lifetime_is_over(o, mark_in(mutex))) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_DESTROYED, HEDDLE_FAMILY_MUTEX, o->address, site, function);
    } else if (UNLIKELY(!o->initialised && !o->used && (mutex->__data.__kind & ~KINDS) != 0)) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_NEVER_INITIALISED, HEDDLE_FAMILY_MUTEX, o->address, site, function);
    }
    o->used = true;
}

/* Whether the caller may take a mutex that protects priorities: only with a real-time policy, and no priority above the ceiling. With
 * another policy glibc fails to raise the priority. */
static bool respects_ceiling(const pthread_mutex_t *mutex) {
    struct sched_param parameters;
    int policy;
    int kind = mutex->__data.__kind;
    if (LIKELY(!(kind & KIND_PROTECT)) || (kind & ~KINDS) != 0 ||
        pthread_getschedparam(rt.current->handle, &policy, &parameters) != 0) {
        return true;
    }
    return (policy == SCHED_FIFO || policy == SCHED_RR) &&
           parameters.sched_priority <= (int)((unsigned)mutex->__data.__lock >> CEILING_SHIFT);
}

/* The kinds of lock: the plain one, the timed one, and trylock. How a mutex answers its own holder depends on its kind. */
static int acquire(pthread_mutex_t *mutex, enum heddle_op how, uint64_t deadline, const char *function, uint64_t site) {
    check_first(mutex, site);
    int kind = kind_of(mutex);
    uint64_t address = (uint64_t)(uintptr_t)mutex;
    if (mutex_held_by(rt.current, address)) {
        if (kind == PTHREAD_MUTEX_RECURSIVE) {
            if (mutex_of(address)->count == UINT32_MAX) {
                return EAGAIN;
            }
            mutex_of(address)->count++;
            return 0;
        }
        if (how == HEDDLE_MUTEX_TRYLOCK && deadline == 0) {
            return EBUSY;
        }
        if (kind == PTHREAD_MUTEX_ERRORCHECK) {
            return EDEADLK;
        }
    }
    if (UNLIKELY(!respects_ceiling(mutex))) {
        return EINVAL;
    }
    struct heddle_event operation = operation_on(how, address, deadline, site);
    int error;
    do {
        operation.object2 = how == HEDDLE_MUTEX_LOCK ? signals_interrupt_lock(site) : 0;
        const struct heddle_event *done = point(&operation);
        error = done->result ? (int)done->result : (int)done->value;
        check_alive(mutex, function, site);
    } while (error == EINTR && signals_handle_in_lock(site));
    return error;
}

static int acquire_until(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until, const char *function,
                         uint64_t site) {
    bool fails = kind_of(mutex) == PTHREAD_MUTEX_ERRORCHECK && mutex_held_by(rt.current, (uint64_t)(uintptr_t)mutex);
    if (!fails && !deadline_valid(until)) { /* matters only if it would block */
        int error = acquire(mutex, HEDDLE_MUTEX_TRYLOCK, 0, function, site);
        return error == EBUSY ? EINVAL : error;
    }
    uint64_t deadline = deadline_of(clock, until);
    enum heddle_op how = deadline == HEDDLE_DEADLINE_ANY ? HEDDLE_MUTEX_TRYLOCK : HEDDLE_MUTEX_LOCK;
    return acquire(mutex, how, deadline, function, site);
}

/* ---- the interposed functions ---- */

EXPORT int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_mutex_init)(mutex, attributes);
    }
    pthread_mutex_t made; /* its memory, the kind above all, is filled in the event */
    int error = REAL(pthread_mutex_init)(&made, attributes);
    if (error == 0) {
        uint64_t locked = point_on(HEDDLE_MUTEX_INIT, mutex, 0, site)->result;
        *mutex = made;
        if (locked) {
            misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_LOCKED, HEDDLE_FAMILY_MUTEX, (uint64_t)(uintptr_t)mutex, site,
                        "pthread_mutex_init");
        } else {
            lifetime_check_begun(mutex, HEDDLE_FAMILY_MUTEX, "pthread_mutex_init", site);
        }
        kind_of(mutex);
    }
    return error;
}

EXPORT int pthread_mutex_destroy(pthread_mutex_t *mutex) {
    uint64_t site = SITE();
    if (!running()) {
        pedantic_end(HEDDLE_FAMILY_MUTEX, (uint64_t)(uintptr_t)mutex);
        return REAL(pthread_mutex_destroy)(mutex);
    }
    check_first(mutex, site);
    int error = (int)point_on(HEDDLE_MUTEX_DESTROY, mutex, 0, site)->result;
    if (error || lifetime_was_over()) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, error ? HEDDLE_FAULT_LOCKED : HEDDLE_FAULT_DESTROYED, HEDDLE_FAMILY_MUTEX,
                    (uint64_t)(uintptr_t)mutex, site, "pthread_mutex_destroy");
    }
    return error;
}

EXPORT int pthread_mutex_lock(pthread_mutex_t *mutex) {
    uint64_t site = SITE();
    return running() ? acquire(mutex, HEDDLE_MUTEX_LOCK, 0, "pthread_mutex_lock", site) : REAL(pthread_mutex_lock)(mutex);
}

EXPORT int pthread_mutex_trylock(pthread_mutex_t *mutex) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_mutex_trylock)(mutex);
    }
    int error = acquire(mutex, HEDDLE_MUTEX_TRYLOCK, 0, "pthread_mutex_trylock", site);
    spin_clean_stack();
    return error;
}

EXPORT int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
    uint64_t site = SITE();
    return running() ? acquire_until(mutex, CLOCK_REALTIME, until, "pthread_mutex_timedlock", site)
                     : REAL(pthread_mutex_timedlock)(mutex, until);
}

EXPORT int pthread_mutex_clocklock(pthread_mutex_t *restrict mutex, clockid_t clock, const struct timespec *restrict until) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_mutex_clocklock)(mutex, clock, until);
    }
    return deadline_clock(clock) ? acquire_until(mutex, clock, until, "pthread_mutex_clocklock", site) : EINVAL;
}

EXPORT int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_mutex_unlock)(mutex);
    }
    kind_of(mutex);
    struct object *o = mutex_of((uint64_t)(uintptr_t)mutex);
    bool holds = o->owner == rt.current;
    if (UNLIKELY(!holds && mutex_checks_owner(o->address))) { /* POSIX defines the error for these kinds */
        if (rt.pedantic) {
            misuse(HEDDLE_NOTE_MISUSE, HEDDLE_FAULT_NOT_HELD, HEDDLE_FAMILY_MUTEX, o->address, site, "pthread_mutex_unlock");
        }
        return EPERM;
    }
    if (holds && o->count > 1) {
        o->count--;
        return 0;
    }
    point_on(HEDDLE_MUTEX_UNLOCK, mutex, 0, site);
    if (UNLIKELY(!holds)) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, was_owned ? HEDDLE_FAULT_HELD_BY_ANOTHER : HEDDLE_FAULT_NOT_LOCKED,
                    HEDDLE_FAMILY_MUTEX, o->address, site, "pthread_mutex_unlock");
    }
    check_alive(mutex, "pthread_mutex_unlock", site);
    return 0;
}

EXPORT int pthread_mutex_consistent(pthread_mutex_t *mutex) {
    rt.site = NULL;
    if (!running()) {
        return REAL(pthread_mutex_consistent)(mutex);
    }
    struct object *o = object_find(HEDDLE_FAMILY_MUTEX, (uint64_t)(uintptr_t)mutex);
    if (!o || !o->robust || o->owner != rt.current || o->kind != MUTEX_INCONSISTENT) {
        return EINVAL;
    }
    o->kind = MUTEX_HEALTHY; /* nobody can tell before it is unlocked */
    return 0;
}

EXPORT int pthread_mutex_setprioceiling(pthread_mutex_t *restrict mutex, int ceiling, int *restrict old) {
    uint64_t site = SITE();
    bool holds = running() && mutex_held_by(rt.current, (uint64_t)(uintptr_t)mutex);
    if (running() && !holds) {
        point_on(HEDDLE_MUTEX_LOCK, mutex, 0, site);
    }
    int error = REAL(pthread_mutex_setprioceiling)(mutex, ceiling, old);
    if (running() && !holds) {
        point_on(HEDDLE_MUTEX_UNLOCK, mutex, 0, site);
    }
    return error;
}

/* Reads the structure only. */
EXPORT int pthread_mutex_getprioceiling(const pthread_mutex_t *restrict mutex, int *restrict ceiling) {
    rt.site = NULL;
    return REAL(pthread_mutex_getprioceiling)(mutex, ceiling);
}
