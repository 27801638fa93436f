/* Semaphores; named ones are in named.c. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <semaphore.h>
#include <sys/syscall.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/invariant.h"
#include "base/real.h"
#include "core/loops/stack_state.h"
#include "core/failures.h"
#include "core/schedule.h"
#include "core/virtual_time.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/interrupted_calls.h"
#include "kernel/signals/signal_handler.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/signals/signal_points.h"
#include "kernel/time/deadline.h"
#include "memory/memory.h"
#include "model/fibers/processes.h"
#include "model/memory/aliases.h"
#include "model/note.h"
#include "model/objects.h"
#include "model/operation.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "race/object_order.h"
#include "report/pedantic.h"
#include "sync/lifetime.h"
#include "sync/named.h"
#include "sync/unshared.h"

static bool early; /* there are semaphores that were initialised before main */

static struct object *sem_of(uint64_t address) { return object_at(HEDDLE_FAMILY_SEMAPHORE, (void *)(uintptr_t)address); }

/* What is known of the semaphore. One that was initialised before main, or never, has the value that its memory holds. Every
 * event says what that was (object.kind), so that the server can count from there. */
static struct object *sem_known(uint64_t address) {
    struct object *sem = object_find(HEDDLE_FAMILY_SEMAPHORE, address);
    if (!sem) {
        sem = sem_of(address);
        sem->kind = sem->count = *(const unsigned *)(uintptr_t)address_of_name(address);
    }
    return sem;
}

/* Of operations that are pending at the end as well: the process may end before any event on the semaphore. A call on a bad address
 * crashes when it is executed, not when it is announced. */
static void tell_first_value(struct heddle_event *operation) {
    bool known =
        object_find(HEDDLE_FAMILY_SEMAPHORE, operation->object) || direct_is_readable(address_of_name(operation->object));
    operation->value = known ? sem_known(operation->object)->kind : 0;
}

static void init_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *sem = sem_known(event->object);
    sem->count = (uint32_t)event->argument;
    lifetime_begin(sem, event);
}
RULE(SEM_INIT) = {.announced = tell_first_value, .apply = init_apply, .releases = order_forget_posts, .after_signals = true};

static void destroy_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *sem = sem_known(event->object);
    lifetime_end(sem, NULL, true);
}
RULE(SEM_DESTROY) = {.announced = tell_first_value, .apply = destroy_apply, .after_signals = true};

static bool is_positive(const struct heddle_event *operation) { return sem_known(operation->object)->count > 0; }

static bool wait_enabled(const struct fiber *fiber, const struct heddle_event *operation) {
    (void)fiber;
    return is_positive(operation) || kernel_is_ready(interrupting_bits(operation));
}
static void take(struct heddle_event *event) {
    struct object *sem = sem_known(event->object);
    if (event->result == 0) {
        INVARIANT(sem->count > 0);
        sem->count--;
    }
}
static void wait_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    if (event->result == 0 && !is_positive(event)) {
        event->result = EINTR;
    }
    take(event);
}
RULE(SEM_WAIT) = {.announced = tell_first_value,
                  .enabled = wait_enabled,
                  .apply = wait_apply,
                  .expires = always_expires,
                  .acquires = order_take_post,
                  .vain = VAIN_UNLESS_ZERO,
                  .repeatable = true};

static bool pass_enabled(const struct fiber *fiber, const struct heddle_event *operation) {
    (void)fiber;
    return is_positive(operation);
}
RULE(SEM_PASS) = {.announced = tell_first_value, .enabled = pass_enabled};

static void trywait_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    event->result = is_positive(event) ? 0 : event->argument == HEDDLE_DEADLINE_ANY ? ETIMEDOUT : EAGAIN;
    take(event);
}
RULE(SEM_TRYWAIT) = {.announced = tell_first_value,
                     .apply = trywait_apply,
                     .acquires = order_take_post,
                     .vain = VAIN_UNLESS_ZERO,
                     .after_signals = true,
                     .repeatable = true};

static void post_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *sem = sem_known(event->object);
    event->result = sem->count == SEM_VALUE_MAX ? EOVERFLOW : 0;
    sem->count += event->result == 0;
}
RULE(SEM_POST) = {
    .announced = tell_first_value, .apply = post_apply, .releases = order_post, .after_signals = true, .repeatable = true};

static void getvalue_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    const struct object *sem = sem_known(event->object);
    event->result = sem->count;
}
RULE(SEM_GETVALUE) = {
    .announced = tell_first_value, .apply = getvalue_apply, .vain = VAIN, .after_signals = true, .repeatable = true};

static void check(sem_t *sem, bool over, const char *function, uint64_t site) {
    struct object *o = sem_known((uint64_t)(uintptr_t)sem);
    if (over) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_DESTROYED, HEDDLE_FAMILY_SEMAPHORE, o->address, site, function);
    } else if (!o->initialised && !early && !named_is(sem) && lifetime_is_private(o->address)) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_NEVER_INITIALISED, HEDDLE_FAMILY_SEMAPHORE, o->address, site, function);
    }
    o->initialised = true;
}

/* After the event that used it. */
static void check_alive(sem_t *sem, const char *function, uint64_t site) {
    struct object *o = sem_known((uint64_t)(uintptr_t)sem);
    if (UNLIKELY(o->destroyed || !o->initialised)) {
        check(sem, o->destroyed, function, site);
    }
    if (UNLIKELY(named_is_closed(sem))) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_NOT_OPEN, HEDDLE_FAMILY_SEMAPHORE, o->address, site, function);
    }
    unshared_check(o, sem, function, site);
}

/* Before an event that may never come, because nobody posts: what can be known by then. */
static void check_before_wait(sem_t *sem, const char *function, uint64_t site) {
    const struct object *o = sem_known((uint64_t)(uintptr_t)sem);
    if (LIKELY(o->count > 0)) {
        return;
    }
    if (o->destroyed) {
        misuse(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_DESTROYED, HEDDLE_FAMILY_SEMAPHORE, o->address, site, function);
    } else if (named_is(sem)) {
        if (named_is_closed(sem)) {
            misuse(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_NOT_OPEN, HEDDLE_FAMILY_SEMAPHORE, o->address, site, function);
        }
    } else if (!o->initialised && !early && lifetime_is_private(o->address)) {
        misuse(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_NEVER_INITIALISED, HEDDLE_FAMILY_SEMAPHORE, o->address, site, function);
    }
}

static bool someone_waits(uint64_t address) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const struct heddle_event *pending = rt.fibers[i].pending;
        if (pending->kind == HEDDLE_SEM_WAIT && pending->object == alias_name(address)) {
            return !is_positive(pending);
        }
    }
    return false;
}

/* Waits, unless a signal that is handled interrupts it. */
static int wait_until(sem_t *sem, uint64_t deadline, const char *function, uint64_t site) {
    signals_before_call(site);
    int error;
    if (deadline == HEDDLE_DEADLINE_ANY) {
        error = (int)point_on(HEDDLE_SEM_TRYWAIT, sem, deadline, site)->result;
        check_alive(sem, function, site);
        return semaphore_result(error);
    }
    check_before_wait(sem, function, site);
    if (UNLIKELY(call_is_interrupted(true, site))) {
        return -1;
    }
    do {
        struct heddle_event operation =
            operation_with(HEDDLE_SEM_WAIT, (uint64_t)(uintptr_t)sem, signals_interrupt(site), deadline, site);
        error = (int)point(&operation)->result;
        check_alive(sem, function, site);
    } while (error == EINTR && signals_handle(site) != INTERRUPTED);
    return semaphore_result(error);
}

/* ---- the interposed functions ---- */

EXPORT int sem_init(sem_t *sem, int shared, unsigned value) {
    uint64_t site = SITE();
    if (UNLIKELY(call_fails_with(HEDDLE_FAILING_INIT, ENOSPC, site))) {
        return -1;
    }
    early = early || rt.mode == MODE_ZYGOTE;
    bool busy =
        running() && object_find(HEDDLE_FAMILY_SEMAPHORE, (uint64_t)(uintptr_t)sem) && someone_waits((uint64_t)(uintptr_t)sem);
    if (running() && value <= SEM_VALUE_MAX) {
        sem_of((uint64_t)(uintptr_t)sem); /* what its memory holds means nothing yet */
    }
    int error = REAL(sem_init)(sem, shared, value);
    if (running() && error == 0) {
        if (busy) {
            misuse(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_WAITED_FOR, HEDDLE_FAMILY_SEMAPHORE, (uint64_t)(uintptr_t)sem, site,
                   "sem_init");
        }
        point_on(HEDDLE_SEM_INIT, sem, value, site);
        lifetime_check_begun(sem, HEDDLE_FAMILY_SEMAPHORE, "sem_init", site);
    }
    return error;
}

EXPORT int sem_destroy(sem_t *sem) {
    uint64_t site = SITE();
    if (!running()) {
        pedantic_end(HEDDLE_FAMILY_SEMAPHORE, (uint64_t)(uintptr_t)sem);
        return REAL(sem_destroy)(sem);
    }
    point_on(HEDDLE_SEM_DESTROY, sem, 0, site);
    check(sem, lifetime_was_over(), "sem_destroy", site);
    if (someone_waits((uint64_t)(uintptr_t)sem)) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_WAITED_FOR, HEDDLE_FAMILY_SEMAPHORE, (uint64_t)(uintptr_t)sem, site,
                    "sem_destroy");
    }
    return 0;
}

EXPORT int sem_wait(sem_t *sem) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(sem_wait)(sem);
    }
    return wait_until(sem, 0, "sem_wait", site);
}

EXPORT int sem_trywait(sem_t *sem) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(sem_trywait)(sem);
    }
    int error = (int)point_on(HEDDLE_SEM_TRYWAIT, sem, 0, site)->result;
    check_alive(sem, "sem_trywait", site);
    spin_clean_stack();
    return semaphore_result(error);
}

EXPORT int sem_timedwait(sem_t *restrict sem, const struct timespec *restrict until) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(sem_timedwait)(sem, until);
    }
    return deadline_valid(until) ? wait_until(sem, deadline_of(CLOCK_REALTIME, until, site), "sem_timedwait", site)
                                 : semaphore_result(EINVAL);
}

EXPORT int sem_clockwait(sem_t *restrict sem, clockid_t clock, const struct timespec *restrict until) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(sem_clockwait)(sem, clock, until);
    }
    bool valid = deadline_clock(clock) && deadline_valid(until);
    return valid ? wait_until(sem, deadline_of(clock, until, site), "sem_clockwait", site) : semaphore_result(EINVAL);
}

EXPORT int sem_post(sem_t *sem) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(sem_post)(sem);
    }
    int error = (int)point_on(HEDDLE_SEM_POST, sem, 0, site)->result;
    check_alive(sem, "sem_post", site);
    return semaphore_result(error);
}

EXPORT int sem_getvalue(sem_t *restrict sem, int *restrict value) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(sem_getvalue)(sem, value);
    }
    int now = (int)point_on(HEDDLE_SEM_GETVALUE, sem, 0, site)->result;
    check_alive(sem, "sem_getvalue", site);
    memory_store(value, now, site);
    return 0;
}
