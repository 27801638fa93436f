/* The calls of mutexes: normal, recursive, errorcheck and adaptive, each also robust; static initialisers; timed forms. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "base/compiler.h"
#include "base/real.h"
#include "core/loops/stack_state.h"
#include "core/failures.h"
#include "core/schedule.h"
#include "kernel/signals/signal_handler.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/time/deadline.h"
#include "memory/memory.h"
#include "model/note.h"
#include "model/operation.h"
#include "model/runtime.h"
#include "model/shared.h"
#include "report/pedantic.h"
#include "sync/lifetime.h"
#include "sync/lock_several.h"
#include "sync/mutex.h"
#include "sync/unshared.h"

/* What the object's memory says of its kind. Inheriting priorities changes nothing that could be observed. */
static int kind_of(const pthread_mutex_t *mutex) {
    int kind = mutex->__data.__kind;
    if (UNLIKELY(kind & MUTEX_ROBUST)) {
        rt.seen.robust_mutex = true;
        mutex_of((uint64_t)(uintptr_t)mutex)->robust = true;
    }
    return kind & MUTEX_KIND_MASK;
}

static void check_first(const pthread_mutex_t *mutex, uint64_t site) {
    if (!object_find(HEDDLE_FAMILY_MUTEX, (uint64_t)(uintptr_t)mutex) && (mutex->__data.__kind & ~MUTEX_KINDS) == 0) {
        pedantic_check_first((uint64_t)(uintptr_t)mutex, sizeof *mutex, HEDDLE_FAMILY_MUTEX, site);
    }
}

/* After the event that used it. */
static void check_alive(pthread_mutex_t *mutex, const char *function, uint64_t site) {
    struct object *o = mutex_of((uint64_t)(uintptr_t)mutex);
    if (UNLIKELY(o->destroyed) && lifetime_is_over(o, mutex_mark(mutex))) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_DESTROYED, HEDDLE_FAMILY_MUTEX, o->address, site, function);
    } else if (UNLIKELY(!o->initialised && !o->used && (mutex->__data.__kind & ~MUTEX_KINDS) != 0)) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_NEVER_INITIALISED, HEDDLE_FAMILY_MUTEX, o->address, site, function);
    }
    if (UNLIKELY(!o->used && !o->initialised && rt.shared->forked && mutex->__data.__lock != 0)) {
        note(HEDDLE_NOTE_SHARED_WITH_PROCESS, o->address, site, "was locked by a process that is not controlled");
    }
    o->used = true;
    unshared_check(o, mutex, function, site);
}

/* Whether the caller may take a mutex that protects priorities: only with a real-time policy, and no priority above the ceiling. With
 * another policy glibc fails to raise the priority. */
static bool respects_ceiling(const pthread_mutex_t *mutex) {
    struct sched_param parameters;
    int policy;
    int kind = mutex->__data.__kind;
    if (LIKELY(!(kind & MUTEX_PROTECT)) || (kind & ~MUTEX_KINDS) != 0 ||
        pthread_getschedparam(rt.current->handle, &policy, &parameters) != 0) {
        return true;
    }
    return (policy == SCHED_FIFO || policy == SCHED_RR) &&
           parameters.sched_priority <= (int)((unsigned)mutex->__data.__lock >> MUTEX_CEILING_SHIFT);
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
    if (how == HEDDLE_MUTEX_TRYLOCK && error == EBUSY) {
        lock_several_failed(mutex_of(address)->owner, address, site);
    }
    return error;
}

static int acquire_until(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until, const char *function,
                         uint64_t site) {
    bool fails = kind_of(mutex) == PTHREAD_MUTEX_ERRORCHECK && mutex_held_by(rt.current, (uint64_t)(uintptr_t)mutex);
    if (!fails && !deadline_valid(until)) { /* matters only if it would block */
        int error = acquire(mutex, HEDDLE_MUTEX_TRYLOCK, 0, function, site);
        return error == EBUSY ? EINVAL : error;
    }
    uint64_t deadline = deadline_of(clock, until, site);
    enum heddle_op how = deadline == HEDDLE_DEADLINE_ANY ? HEDDLE_MUTEX_TRYLOCK : HEDDLE_MUTEX_LOCK;
    return acquire(mutex, how, deadline, function, site);
}

EXPORT int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_mutex_init)(mutex, attributes);
    }
    if (UNLIKELY(call_fails(HEDDLE_FAILING_INIT, ENOMEM, site))) {
        return ENOMEM;
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
        if (rt.asked.pedantic) {
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
        misuse_done(HEDDLE_NOTE_UNDEFINED, mutex_was_owned ? HEDDLE_FAULT_HELD_BY_ANOTHER : HEDDLE_FAULT_NOT_LOCKED,
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
    if (running()) {
        point_on(HEDDLE_ATOMIC_RMW, &mutex->__data.__kind, sizeof mutex->__data.__kind, site);
    }
    int was, error = REAL(pthread_mutex_setprioceiling)(mutex, ceiling, &was);
    if (running() && !holds) {
        point_on(HEDDLE_MUTEX_UNLOCK, mutex, 0, site);
    }
    if (error == 0) {
        memory_store(old, was, site);
    }
    return error;
}

EXPORT int pthread_mutex_getprioceiling(const pthread_mutex_t *restrict mutex, int *restrict ceiling) {
    uint64_t site = SITE();
    if (running()) {
        point_on(HEDDLE_ATOMIC_LOAD, &mutex->__data.__kind, sizeof mutex->__data.__kind, site);
    }
    return REAL(pthread_mutex_getprioceiling)(mutex, ceiling);
}
