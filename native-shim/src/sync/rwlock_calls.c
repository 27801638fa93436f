/* The calls of read-write locks. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "base/catalogue.h"
#include "base/compiler.h"
#include "base/real.h"
#include "core/loops/stack_state.h"
#include "core/failures.h"
#include "core/schedule.h"
#include "kernel/signals/signal_handler.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/time/deadline.h"
#include "model/note.h"
#include "model/operation.h"
#include "model/runtime.h"
#include "report/pedantic.h"
#include "sync/lifetime.h"
#include "sync/rwlock.h"
#include "sync/unshared.h"

static bool writers_first(const pthread_rwlock_t *rwlock) {
    return rwlock->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

/* What is known of the lock before it is used. */
static const struct object *known(const pthread_rwlock_t *rwlock, uint64_t site) {
    if (!object_find(HEDDLE_FAMILY_RWLOCK, (uint64_t)(uintptr_t)rwlock)) {
        pedantic_check_first((uint64_t)(uintptr_t)rwlock, sizeof *rwlock, HEDDLE_FAMILY_RWLOCK, site);
    }
    return rwlock_of((uint64_t)(uintptr_t)rwlock);
}

/* After the event that used it. */
static void check_alive(pthread_rwlock_t *rwlock, const char *function, uint64_t site) {
    struct object *o = rwlock_of((uint64_t)(uintptr_t)rwlock);
    if (UNLIKELY(o->destroyed) && lifetime_is_over(o, rwlock_mark(rwlock))) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_DESTROYED, HEDDLE_FAMILY_RWLOCK, o->address, site, function);
    }
    unshared_check(o, rwlock, function, site);
}

/* Waits, whatever signals are handled meanwhile. */
static int wait_for(pthread_rwlock_t *rwlock, enum heddle_op kind, uint64_t announced, uint64_t deadline, const char *function,
                    uint64_t site) {
    bool waits = can_block(kind);
    struct heddle_event operation = operation_on(kind, (uint64_t)(uintptr_t)rwlock, deadline, site);
    int error;
    do {
        operation.object2 = announced | (waits ? signals_interrupt_lock(site) : 0);
        error = (int)point(&operation)->result;
        check_alive(rwlock, function, site);
    } while (error == EINTR && signals_handle_in_lock(site));
    return error;
}

static int read_lock(pthread_rwlock_t *rwlock, uint64_t deadline, const char *function, uint64_t site) {
    if (known(rwlock, site)->owner == rt.current) {
        return EDEADLK;
    }
    enum heddle_op kind = deadline == HEDDLE_DEADLINE_ANY ? HEDDLE_RWLOCK_TRYRDLOCK : HEDDLE_RWLOCK_RDLOCK;
    return wait_for(rwlock, kind, 0, deadline, function, site);
}

static int write_lock(pthread_rwlock_t *rwlock, uint64_t deadline, const char *function, uint64_t site) {
    if (known(rwlock, site)->owner == rt.current) {
        return EDEADLK;
    }
    bool announce = deadline != HEDDLE_DEADLINE_ANY && writers_first(rwlock);
    if (announce) {
        point_on(HEDDLE_RWLOCK_ANNOUNCE, rwlock, 0, site);
    }
    enum heddle_op kind = deadline == HEDDLE_DEADLINE_ANY ? HEDDLE_RWLOCK_TRYWRLOCK : HEDDLE_RWLOCK_WRLOCK;
    return wait_for(rwlock, kind, announce ? HEDDLE_ANNOUNCED : 0, deadline, function, site);
}

EXPORT int pthread_rwlock_init(pthread_rwlock_t *rwlock, const pthread_rwlockattr_t *attributes) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_rwlock_init)(rwlock, attributes);
    }
    if (UNLIKELY(call_fails(HEDDLE_FAILING_INIT, ENOMEM, site))) {
        return ENOMEM;
    }
    pthread_rwlock_t made; /* its memory, the kind above all, is filled in the event */
    int error = REAL(pthread_rwlock_init)(&made, attributes);
    if (error == 0) {
        uint64_t locked = point_on(HEDDLE_RWLOCK_INIT, rwlock, 0, site)->result;
        *rwlock = made;
        if (locked) {
            misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_LOCKED, HEDDLE_FAMILY_RWLOCK, (uint64_t)(uintptr_t)rwlock, site,
                        "pthread_rwlock_init");
        } else {
            lifetime_check_begun(rwlock, HEDDLE_FAMILY_RWLOCK, "pthread_rwlock_init", site);
        }
    }
    return error;
}

EXPORT int pthread_rwlock_destroy(pthread_rwlock_t *rwlock) {
    uint64_t site = SITE();
    if (!running()) {
        pedantic_end(HEDDLE_FAMILY_RWLOCK, (uint64_t)(uintptr_t)rwlock);
        return REAL(pthread_rwlock_destroy)(rwlock);
    }
    known(rwlock, site);
    uint64_t locked = point_on(HEDDLE_RWLOCK_DESTROY, rwlock, 0, site)->result;
    if (locked || lifetime_was_over()) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, locked ? HEDDLE_FAULT_LOCKED : HEDDLE_FAULT_DESTROYED, HEDDLE_FAMILY_RWLOCK,
                    (uint64_t)(uintptr_t)rwlock, site, "pthread_rwlock_destroy");
    }
    return 0;
}

EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t *rwlock) {
    uint64_t site = SITE();
    return running() ? read_lock(rwlock, 0, "pthread_rwlock_rdlock", site) : REAL(pthread_rwlock_rdlock)(rwlock);
}

EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t *rwlock) {
    uint64_t site = SITE();
    return running() ? write_lock(rwlock, 0, "pthread_rwlock_wrlock", site) : REAL(pthread_rwlock_wrlock)(rwlock);
}

EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t *rwlock) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_rwlock_tryrdlock)(rwlock);
    }
    known(rwlock, site);
    int error = wait_for(rwlock, HEDDLE_RWLOCK_TRYRDLOCK, 0, 0, "pthread_rwlock_tryrdlock", site);
    spin_clean_stack();
    return error;
}

EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t *rwlock) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_rwlock_trywrlock)(rwlock);
    }
    known(rwlock, site);
    int error = wait_for(rwlock, HEDDLE_RWLOCK_TRYWRLOCK, 0, 0, "pthread_rwlock_trywrlock", site);
    spin_clean_stack();
    return error;
}

EXPORT int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict rwlock, const struct timespec *restrict until) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_rwlock_timedrdlock)(rwlock, until);
    }
    return deadline_valid(until) ? read_lock(rwlock, deadline_of(CLOCK_REALTIME, until, site), "pthread_rwlock_timedrdlock", site)
                                 : EINVAL;
}

EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict rwlock, const struct timespec *restrict until) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_rwlock_timedwrlock)(rwlock, until);
    }
    return deadline_valid(until)
               ? write_lock(rwlock, deadline_of(CLOCK_REALTIME, until, site), "pthread_rwlock_timedwrlock", site)
               : EINVAL;
}

EXPORT int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict rwlock, clockid_t clock, const struct timespec *restrict until) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_rwlock_clockrdlock)(rwlock, clock, until);
    }
    return deadline_clock(clock) && deadline_valid(until)
               ? read_lock(rwlock, deadline_of(clock, until, site), "pthread_rwlock_clockrdlock", site)
               : EINVAL;
}

EXPORT int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict rwlock, clockid_t clock, const struct timespec *restrict until) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_rwlock_clockwrlock)(rwlock, clock, until);
    }
    return deadline_clock(clock) && deadline_valid(until)
               ? write_lock(rwlock, deadline_of(clock, until, site), "pthread_rwlock_clockwrlock", site)
               : EINVAL;
}

EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *rwlock) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_rwlock_unlock)(rwlock);
    }
    const struct object *o = known(rwlock, site);
    point_on(HEDDLE_RWLOCK_UNLOCK, rwlock, rwlock_holding(o, rt.current), site);
    if (UNLIKELY(!rwlock_was_held)) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_NOT_HELD, HEDDLE_FAMILY_RWLOCK, o->address, site,
                    "pthread_rwlock_unlock");
    }
    check_alive(rwlock, "pthread_rwlock_unlock", site);
    return 0;
}
