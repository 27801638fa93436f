/* Condition variables. A wait is two operations, as in Inspect: COND_WAIT releases the mutex and joins the waiters
 * atomically; COND_WAKE is enabled once a signal has chosen the thread and the mutex is free. Which waiter a signal wakes
 * is the operation's alternative: POSIX leaves it open, so every one is explored. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "base/compiler.h"
#include "base/invariant.h"
#include "base/real.h"
#include "core/failures.h"
#include "core/loops/stack_state.h"
#include "core/schedule.h"
#include "heddle_abi.h"
#include "kernel/cancellation/cond_interruption.h"
#include "kernel/signals/signal_look.h"
#include "kernel/signals/signal_points.h"
#include "kernel/time/deadline.h"
#include "model/fibers/processes.h"
#include "model/memory/aliases.h"
#include "model/note.h"
#include "model/objects.h"
#include "model/operation.h"
#include "model/resolve.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "model/unvaried.h"
#include "race/object_order.h"
#include "report/pedantic.h"
#include "sync/lifetime.h"
#include "sync/mutex.h"
#include "sync/unshared.h"

#define MONOTONIC 2u /* of glibc's __data.__wrefs: pthread_condattr_setclock chose CLOCK_MONOTONIC */

static struct object *cond_of(uint64_t address) { return object_at(HEDDLE_FAMILY_CONDITION, (void *)(uintptr_t)address); }

static void reset(struct object *cond) {
    cond->waiters = NULL;
    cond->waiter_count = 0;
}

static void init_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *cond = cond_of(event->object);
    event->result = cond->waiter_count;
    reset(cond);
    lifetime_begin(cond, event);
}
RULE(COND_INIT) = {.apply = init_apply, .after_signals = true};

/* Where a destroyed condition variable holds the mark: in its last bytes, which glibc uses for futexes. */
static void *mark_in(pthread_cond_t *cond) { return (char *)(cond + 1) - LIFETIME_MARK; }

static void destroy_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *cond = cond_of(event->object);
    event->result = cond->waiter_count;
    lifetime_let_go(cond);
    lifetime_end(cond, mark_in((pthread_cond_t *)(uintptr_t)address_of_name(event->object)), true);
}
RULE(COND_DESTROY) = {.apply = destroy_apply, .after_signals = true};

static void wait_apply(struct fiber *fiber, struct heddle_event *event) {
    if (mutex_held_by(fiber, event->object2)) {
        fiber->wait.recursion = mutex_drop(event->object2);
    } else {
        fiber->wait.recursion = 1;
        event->result = EPERM; /* and another thread may hold the mutex */
    }
    struct object *cond = cond_of(event->object);
    struct fiber **tail = &cond->waiters;
    while (*tail) {
        tail = &(*tail)->wait.next;
    }
    *tail = fiber;
    fiber->wait.next = NULL;
    fiber->wait.mutex = event->object2;
    fiber->wait.signalled = false;
    fiber->wait.outlives = 0;
    cond->waiter_count++;
}
RULE(COND_WAIT) = {.apply = wait_apply, .releases = order_pass_mutex, .vain = VAIN, .repeatable = true};

static bool wake_enabled(const struct fiber *fiber, const struct heddle_event *operation) {
    return (fiber->wait.signalled || operation->argument == HEDDLE_DEADLINE_ANY) && mutex_is_free(operation->object2);
}
static bool wake_expires(const struct fiber *fiber, const struct heddle_event *operation) {
    (void)fiber;
    return mutex_is_free(operation->object2);
}
/* The value is what taking the mutex returned, if it is robust. */
static void wake_apply(struct fiber *fiber, struct heddle_event *event) {
    if (!fiber->wait.signalled) {
        struct object *cond = cond_of(event->object);
        cond->waiter_count -= object_unlink_waiter(cond, fiber);
        event->result = ETIMEDOUT;
    }
    fiber->wait.signalled = false;
    event->value = (uint64_t)mutex_take(fiber, event->object2, fiber->wait.recursion);
}
static void wake_acquires(struct fiber *fiber, const struct heddle_event *event) {
    order_take_wake(fiber, event);
    order_take_mutex(fiber, event);
}
RULE(COND_WAKE) = {.enabled = wake_enabled,
                   .apply = wake_apply,
                   .expires = wake_expires,
                   .acquires = wake_acquires,
                   .vain = VAIN,
                   .repeatable = true};

static void wake(struct fiber *waiter, const struct fiber *waker, bool alone) {
    waiter->wait.signalled = true;
    waiter->wait.alone = alone;
    waiter->wait.woken_at = rt.shared->event_count;
    if (waiter->time.now < waker->time.now) {
        waiter->time.now = waker->time.now;
    }
}

static void signal_apply(struct fiber *fiber, struct heddle_event *event) {
    struct object *cond = cond_of(event->object);
    struct fiber *waiter = cond->waiters;
    while (waiter && (int32_t)waiter->id != event->alternative) {
        waiter = waiter->wait.next;
    }
    event->result = waiter != NULL;
    if (waiter) {
        cond->waiter_count -= object_unlink_waiter(cond, waiter);
        INVARIANT((cond->waiters == NULL) == (cond->waiter_count == 0));
        wake(waiter, fiber, cond->waiter_count == 0);
    }
}
static bool signal_alternative(const struct fiber *fiber, const struct heddle_event *operation, awake_fn *awake, int32_t *out) {
    const struct object *cond = object_find(HEDDLE_FAMILY_CONDITION, operation->object);
    *out = HEDDLE_NO_ALTERNATIVE;
    if (!cond || !cond->waiters) {
        return awake(fiber, HEDDLE_NO_ALTERNATIVE);
    }
    for (const struct fiber *w = cond->waiters; w; w = w->wait.next) {
        if (awake(fiber, (int32_t)w->id) && (*out == HEDDLE_NO_ALTERNATIVE || (int32_t)w->id < *out)) {
            *out = (int32_t)w->id;
        }
    }
    return *out != HEDDLE_NO_ALTERNATIVE;
}
static bool signal_allows(const struct fiber *fiber, const struct heddle_event *operation, int32_t alternative) {
    (void)fiber;
    const struct object *cond = object_find(HEDDLE_FAMILY_CONDITION, operation->object);
    for (const struct fiber *w = cond ? cond->waiters : NULL; w; w = w->wait.next) {
        if ((int32_t)w->id == alternative) {
            return true;
        }
    }
    return false;
}
RULE(COND_SIGNAL) = {.apply = signal_apply,
                     .alternative = signal_alternative,
                     .allows = signal_allows,
                     .releases = order_wake_waiters,
                     .after_signals = true,
                     .repeatable = true};

static void broadcast_apply(struct fiber *fiber, struct heddle_event *event) {
    struct object *cond = cond_of(event->object);
    event->result = cond->waiter_count;
    for (struct fiber *w = cond->waiters; w; w = w->wait.next) {
        wake(w, fiber, true);
    }
    reset(cond);
}
RULE(COND_BROADCAST) = {.apply = broadcast_apply, .releases = order_wake_waiters, .repeatable = true};

static void check_first(const pthread_cond_t *cond, uint64_t site) {
    if (!object_find(HEDDLE_FAMILY_CONDITION, (uint64_t)(uintptr_t)cond)) {
        pedantic_check_first((uint64_t)(uintptr_t)cond, sizeof *cond, HEDDLE_FAMILY_CONDITION, site);
    }
}

/* After the event that used it. */
static void check_alive(pthread_cond_t *cond, const char *function, uint64_t site) {
    struct object *o = cond_of((uint64_t)(uintptr_t)cond);
    if (UNLIKELY(o->destroyed) && lifetime_is_over(o, mark_in(cond))) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_DESTROYED, HEDDLE_FAMILY_CONDITION, o->address, site, function);
    }
    unshared_check(o, cond, function, site);
}

/* After the event of the wait. Waits commute, so who came first must not tell in the note: of two threads it is that of the higher
 * number. */
static void check_mutex(const pthread_cond_t *cond, uint64_t mutex, const char *function, uint64_t site) {
    const struct object *o = object_find(HEDDLE_FAMILY_CONDITION, (uint64_t)(uintptr_t)cond);
    rt.current->wait.function = function;
    rt.current->wait.site = site;
    for (const struct fiber *w = o ? o->waiters : NULL; w; w = w->wait.next) {
        if (w->wait.mutex != name_in_process(alias_name(mutex))) {
            const struct fiber *told = w->id > rt.current->id ? w : rt.current;
            misuse_at(told->id, rt.shared->event_count - 1, HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_WITH_ANOTHER_MUTEX,
                      HEDDLE_FAMILY_CONDITION, o->address, told->wait.site, told->wait.function);
        }
    }
    if (rt.current->wait.recursion > 1) {
        misuse_done(HEDDLE_NOTE_MISUSE, HEDDLE_FAULT_LOCKED_MORE_THAN_ONCE, HEDDLE_FAMILY_MUTEX, mutex, site, function);
    }
}

/* ---- the interposed functions ---- */

EXPORT int pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attributes) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_cond_init)(cond, attributes);
    }
    if (UNLIKELY(call_fails(HEDDLE_FAILING_INIT, ENOMEM, site))) {
        return ENOMEM;
    }
    pthread_cond_t made; /* its memory is filled in the event */
    int error = REAL(pthread_cond_init)(&made, attributes);
    if (error == 0) {
        uint64_t waited_on = point_on(HEDDLE_COND_INIT, cond, 0, site)->result;
        *cond = made;
        if (waited_on) {
            misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_WAITED_FOR, HEDDLE_FAMILY_CONDITION, (uint64_t)(uintptr_t)cond, site,
                        "pthread_cond_init");
        } else {
            lifetime_check_begun(cond, HEDDLE_FAMILY_CONDITION, "pthread_cond_init", site);
        }
    }
    return error;
}

EXPORT int pthread_cond_destroy(pthread_cond_t *cond) {
    uint64_t site = SITE();
    if (!running()) {
        pedantic_end(HEDDLE_FAMILY_CONDITION, (uint64_t)(uintptr_t)cond);
        return REAL(pthread_cond_destroy)(cond);
    }
    check_first(cond, site);
    uint64_t waited_on = point_on(HEDDLE_COND_DESTROY, cond, 0, site)->result;
    if (waited_on || lifetime_was_over()) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, waited_on ? HEDDLE_FAULT_WAITED_FOR : HEDDLE_FAULT_DESTROYED, HEDDLE_FAMILY_CONDITION,
                    (uint64_t)(uintptr_t)cond, site, "pthread_cond_destroy");
    }
    return 0;
}

/* Whether this wait is one that may end without a signal, whenever it likes: a choice, as long as the thread has any left. Not in
 * operations one at a time, which tell what is right: there it would excuse each wait that looks only once. */
static bool may_wake_spuriously(const char *function, uint64_t site) {
    struct fiber *self = rt.current;
    if (self->call.is_section || !unvaried_may_choose(site, self->wait.spurious, function) ||
        point_on(HEDDLE_CHOOSE, NULL, 2, site)->alternative <= 0) {
        return false;
    }
    self->wait.spurious++;
    return true;
}

/* A wait that has timed out still waits for its mutex. A signal that comes then is lost, which the rules above do not show: they let a
 * wait time out as it takes the mutex. So where the signal could have woken nobody else, it is a choice which came first. */
static bool timed_out_before(uint64_t site) {
    struct heddle_event choice = operation_with(HEDDLE_CHOOSE, 0, HEDDLE_TIMES_OUT, 2, site);
    return rt.current->wait.alone && point(&choice)->alternative > 0;
}

/* Whether the thread knows all that signals so far have told of: it has looked since its last operation. */
static bool has_looked(uint64_t site) {
    return resolve_is_site(site) && ((const struct heddle_site *)(uintptr_t)site)->kind == HEDDLE_SITE_LOOKED;
}

static __attribute__((noinline)) int wait_on_clean_stack(pthread_cond_t *cond, pthread_mutex_t *mutex, uint64_t deadline,
                                                         const char *function, uint64_t site) {
    check_first(cond, site);
    if (!mutex_held_by(rt.current, (uint64_t)(uintptr_t)mutex)) {
        bool checks = mutex_checks_owner((uint64_t)(uintptr_t)mutex); /* POSIX defines the error for these kinds */
        if (!checks || rt.asked.pedantic) {
            misuse(checks ? HEDDLE_NOTE_MISUSE : HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_NOT_HELD, HEDDLE_FAMILY_MUTEX,
                   (uint64_t)(uintptr_t)cond, site, function);
        }
        if (checks) {
            return EPERM;
        }
    }
    signals_before_call(site);
    bool spurious = may_wake_spuriously(function, site);
    struct heddle_event operation =
        operation_with(HEDDLE_COND_WAIT, (uint64_t)(uintptr_t)cond, (uint64_t)(uintptr_t)mutex, has_looked(site), site);
    point(&operation);
    check_alive(cond, function, site);
    check_mutex(cond, (uint64_t)(uintptr_t)mutex, function, site);
    bool registered = cond_interruption_begin(operation.object, site);
    operation.kind = HEDDLE_COND_WAKE;
    operation.argument = spurious ? HEDDLE_DEADLINE_ANY : deadline;
    const struct heddle_event *woken = point(&operation);
    int result = woken->value ? (int)woken->value : spurious ? 0 : (int)woken->result;
    if (registered) {
        cond_interruption_end(site);
    }
    if (result == 0 && !spurious && operation.argument == HEDDLE_DEADLINE_ANY && timed_out_before(site)) {
        result = ETIMEDOUT;
    }
    return result;
}

/* What hooks have left where the frame comes to lie would tell the rounds of a loop of waits apart. */
static int wait_until(pthread_cond_t *cond, pthread_mutex_t *mutex, uint64_t deadline, const char *function, uint64_t site) {
    spin_clean_stack();
    return wait_on_clean_stack(cond, mutex, deadline, function, site);
}

EXPORT int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_cond_wait)(cond, mutex);
    }
    return wait_until(cond, mutex, 0, "pthread_cond_wait", site);
}

EXPORT int pthread_cond_timedwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex,
                                  const struct timespec *restrict until) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_cond_timedwait)(cond, mutex, until);
    }
    clockid_t clock = cond->__data.__wrefs & MONOTONIC ? CLOCK_MONOTONIC : CLOCK_REALTIME;
    return deadline_valid(until) ? wait_until(cond, mutex, deadline_of(clock, until, site), "pthread_cond_timedwait", site)
                                 : EINVAL;
}

EXPORT int pthread_cond_clockwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex, clockid_t clock,
                                  const struct timespec *restrict until) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_cond_clockwait)(cond, mutex, clock, until);
    }
    return deadline_clock(clock) && deadline_valid(until)
               ? wait_until(cond, mutex, deadline_of(clock, until, site), "pthread_cond_clockwait", site)
               : EINVAL;
}

EXPORT int pthread_cond_signal(pthread_cond_t *cond) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_cond_signal)(cond);
    }
    check_first(cond, site);
    point_on(HEDDLE_COND_SIGNAL, cond, 0, site);
    check_alive(cond, "pthread_cond_signal", site);
    return 0;
}

EXPORT int pthread_cond_broadcast(pthread_cond_t *cond) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_cond_broadcast)(cond);
    }
    check_first(cond, site);
    signals_before_change(site); /* not before the event, which others are made of as well */
    point_on(HEDDLE_COND_BROADCAST, cond, 0, site);
    check_alive(cond, "pthread_cond_broadcast", site);
    return 0;
}
