/* Read-write locks. With the default kind (and PTHREAD_RWLOCK_PREFER_WRITER_NP, which glibc takes for the same) readers
 * go first: a writer waits until there are none. With PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP a writer first announces
 * itself (RWLOCK_ANNOUNCE), and from then on no reader is let in. */
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
#include "race/times.h"
#include "report/pedantic.h"
#include "sync/lifetime.h"

#define HOLDS 1024

enum holding { AS_READER, AS_WRITER, AS_NOBODY };

/* Who holds what as a reader, and how often. */
static struct hold {
    uint64_t rwlock;
    const struct fiber *reader;
    uint32_t times;
} holds[HOLDS];
static uint32_t hold_count;

static struct hold *hold_of(uint64_t rwlock, const struct fiber *reader) {
    for (uint32_t i = 0; i < hold_count; i++) {
        if (holds[i].rwlock == rwlock && holds[i].reader == reader) {
            return &holds[i];
        }
    }
    return NULL;
}

static void hold(uint64_t rwlock, const struct fiber *reader) {
    struct hold *known = hold_of(rwlock, reader);
    if (!known) {
        if (hold_count == HOLDS) {
            out_of("read locks held at one time", HOLDS);
        }
        known = &holds[hold_count++];
        *known = (struct hold){rwlock, reader, 0};
    }
    known->times++;
}

static void let_go(struct hold *known) {
    if (--known->times == 0) {
        *known = holds[--hold_count];
    }
}

static struct object *rwlock_of(uint64_t address) { return object_at(HEDDLE_FAMILY_RWLOCK, (void *)(uintptr_t)address); }

static void init_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *rwlock = rwlock_of(event->object);
    event->result = rwlock->owner || rwlock->count ? EBUSY : 0;
    for (uint32_t i = hold_count; i-- > 0;) {
        if (holds[i].rwlock == event->object) {
            holds[i] = holds[--hold_count];
        }
    }
    rwlock->owner = NULL;
    rwlock->count = 0;
    rwlock->waiter_count = 0;
    lifetime_begin(rwlock, event);
}
RULE(RWLOCK_INIT) = {.apply = init_apply};

/* Where a destroyed lock holds the mark: glibc does not use it. */
static void *mark_in(pthread_rwlock_t *rwlock) { return &rwlock->__data.__pad2; }

static void destroy_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *rwlock = rwlock_of(event->object);
    event->result = rwlock->owner || rwlock->count ? EBUSY : 0;
    lifetime_end(rwlock, mark_in((pthread_rwlock_t *)(uintptr_t)event->object), true);
}
RULE(RWLOCK_DESTROY) = {.apply = destroy_apply};

static bool rdlock_enabled(const struct fiber *fiber, const struct heddle_event *operation) {
    (void)fiber;
    const struct object *rwlock = object_find(HEDDLE_FAMILY_RWLOCK, operation->object);
    return !rwlock || (!rwlock->owner && rwlock->waiter_count == 0);
}
static bool rdlock_may_go_on(const struct fiber *fiber, const struct heddle_event *operation) {
    return rdlock_enabled(fiber, operation) || kernel_is_ready(interrupting_bits(operation));
}
static void share(struct fiber *fiber, struct heddle_event *event) {
    if (event->result == 0) {
        rwlock_of(event->object)->count++;
        hold(event->object, fiber);
    }
}
static void rdlock_apply(struct fiber *fiber, struct heddle_event *event) {
    if (event->result == 0 && !rdlock_enabled(fiber, event)) {
        event->result = EINTR;
    }
    share(fiber, event);
}
RULE(RWLOCK_RDLOCK) = {.enabled = rdlock_may_go_on,
                       .apply = rdlock_apply,
                       .expires = always_expires,
                       .acquires = order_take_from_writers,
                       .vain = VAIN,
                       .after_signals = true,
                       .repeatable = true};

static int busy(const struct heddle_event *event) { return event->argument == HEDDLE_DEADLINE_ANY ? ETIMEDOUT : EBUSY; }

static void tryrdlock_apply(struct fiber *fiber, struct heddle_event *event) {
    event->result = rdlock_enabled(fiber, event) ? 0 : busy(event);
    share(fiber, event);
}
RULE(RWLOCK_TRYRDLOCK) = {
    .apply = tryrdlock_apply, .acquires = order_take_from_writers, .vain = VAIN, .after_signals = true, .repeatable = true};

static void announce_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    rwlock_of(event->object)->waiter_count++;
}
RULE(RWLOCK_ANNOUNCE) = {.apply = announce_apply, .vain = VAIN, .repeatable = true};

static bool wrlock_enabled(const struct fiber *fiber, const struct heddle_event *operation) {
    (void)fiber;
    const struct object *rwlock = object_find(HEDDLE_FAMILY_RWLOCK, operation->object);
    return !rwlock || (!rwlock->owner && rwlock->count == 0);
}
static bool wrlock_may_go_on(const struct fiber *fiber, const struct heddle_event *operation) {
    return wrlock_enabled(fiber, operation) || kernel_is_ready(interrupting_bits(operation));
}
static void own(struct fiber *fiber, struct heddle_event *event) {
    if (event->result == 0) {
        rwlock_of(event->object)->owner = fiber;
    }
}
/* Who is interrupted waits on, and stays announced. */
static void wrlock_apply(struct fiber *fiber, struct heddle_event *event) {
    struct object *rwlock = rwlock_of(event->object);
    if (event->result == 0 && !wrlock_enabled(fiber, event)) {
        event->result = EINTR;
    } else if (is_announced(event)) {
        rwlock->waiter_count--;
    }
    own(fiber, event);
}
RULE(RWLOCK_WRLOCK) = {.enabled = wrlock_may_go_on,
                       .apply = wrlock_apply,
                       .expires = always_expires,
                       .acquires = order_take_if_done,
                       .vain = VAIN,
                       .after_signals = true,
                       .repeatable = true};

static void trywrlock_apply(struct fiber *fiber, struct heddle_event *event) {
    event->result = wrlock_enabled(fiber, event) ? 0 : busy(event);
    own(fiber, event);
}
RULE(RWLOCK_TRYWRLOCK) = {
    .apply = trywrlock_apply, .acquires = order_take_if_done, .vain = VAIN, .after_signals = true, .repeatable = true};

HOT static bool was_held; /* by who unlocked it, the rwlock of the last event that unlocked one */

/* argument: what the caller holds, an enum holding. Who holds nothing takes the lock from its writer, if there is one, as glibc does. */
static void unlock_apply(struct fiber *fiber, struct heddle_event *event) {
    struct object *rwlock = rwlock_of(event->object);
    struct hold *known = hold_of(event->object, fiber);
    was_held = event->argument == AS_READER ? known != NULL : rwlock->owner == fiber;
    if (event->argument != AS_READER) {
        rwlock->owner = NULL;
    } else if (known) {
        let_go(known);
        rwlock->count--;
    } else {
        event->result = EPERM;
    }
}
static void unlock_releases(struct fiber *fiber, const struct heddle_event *event) {
    if (event->argument) { /* by a writer */
        order_pass(fiber, event);
    } else {
        order_add_as_reader(fiber, event);
    }
}
RULE(RWLOCK_UNLOCK) = {
    .apply = unlock_apply, .releases = unlock_releases, .vain = VAIN, .after_signals = true, .repeatable = true};

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
    if (UNLIKELY(o->destroyed) && lifetime_is_over(o, mark_in(rwlock))) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_DESTROYED, HEDDLE_FAMILY_RWLOCK, o->address, site, function);
    }
}

/* Waits, whatever signals are handled meanwhile. */
static int wait_for(pthread_rwlock_t *rwlock, enum heddle_op kind, uint64_t announced, uint64_t deadline, const char *function,
                    uint64_t site) {
    bool waits = kind == HEDDLE_RWLOCK_RDLOCK || kind == HEDDLE_RWLOCK_WRLOCK;
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

/* ---- the interposed functions ---- */

EXPORT int pthread_rwlock_init(pthread_rwlock_t *rwlock, const pthread_rwlockattr_t *attributes) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_rwlock_init)(rwlock, attributes);
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
    return deadline_valid(until) ? read_lock(rwlock, deadline_of(CLOCK_REALTIME, until), "pthread_rwlock_timedrdlock", site)
                                 : EINVAL;
}

EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict rwlock, const struct timespec *restrict until) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_rwlock_timedwrlock)(rwlock, until);
    }
    return deadline_valid(until) ? write_lock(rwlock, deadline_of(CLOCK_REALTIME, until), "pthread_rwlock_timedwrlock", site)
                                 : EINVAL;
}

EXPORT int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict rwlock, clockid_t clock, const struct timespec *restrict until) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_rwlock_clockrdlock)(rwlock, clock, until);
    }
    return deadline_clock(clock) && deadline_valid(until)
               ? read_lock(rwlock, deadline_of(clock, until), "pthread_rwlock_clockrdlock", site)
               : EINVAL;
}

EXPORT int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict rwlock, clockid_t clock, const struct timespec *restrict until) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_rwlock_clockwrlock)(rwlock, clock, until);
    }
    return deadline_clock(clock) && deadline_valid(until)
               ? write_lock(rwlock, deadline_of(clock, until), "pthread_rwlock_clockwrlock", site)
               : EINVAL;
}

EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *rwlock) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_rwlock_unlock)(rwlock);
    }
    const struct object *o = known(rwlock, site);
    enum holding as = o->owner == rt.current ? AS_WRITER : hold_of(o->address, rt.current) ? AS_READER : AS_NOBODY;
    point_on(HEDDLE_RWLOCK_UNLOCK, rwlock, as, site);
    if (UNLIKELY(!was_held)) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_NOT_HELD, HEDDLE_FAMILY_RWLOCK, o->address, site,
                    "pthread_rwlock_unlock");
    }
    check_alive(rwlock, "pthread_rwlock_unlock", site);
    return 0;
}
