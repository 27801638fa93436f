/* Waiting for threads to end: join and detach. */
#define _GNU_SOURCE
#include <errno.h>

#include "base/compiler.h"
#include "base/real.h"
#include "core/schedule.h"
#include "core/virtual_time.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/signal_handler.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/signals/signal_points.h"
#include "kernel/time/deadline.h"
#include "memory/memory.h"
#include "model/fibers/alike.h"
#include "model/fibers/fiber.h"
#include "model/fibers/fiber_handle.h"
#include "model/fibers/processes.h"
#include "model/note.h"
#include "model/operation.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "race/object_order.h"
#include "sync/processes/ends_beside_threads.h"
#include "sync/threads/handles.h"

static bool has_exited(const struct heddle_event *join) {
    const struct fiber *target = fiber_by_id((uint32_t)join->object);
    return target && target->exited;
}
/* One that has been detached, which ends the wait at once. */
static bool is_detached(const struct heddle_event *join) {
    const struct fiber *target = fiber_by_id((uint32_t)join->object);
    return target && target->detached;
}
static bool join_enabled(const struct fiber *fiber, const struct heddle_event *operation) {
    (void)fiber;
    return has_exited(operation) || is_detached(operation) || kernel_is_ready(interrupting_bits(operation));
}
static void at_least(uint64_t *time, uint64_t other) { *time = *time < other ? other : *time; }

/* What another process has run counts as that of a child. */
static void join_times(struct fiber *fiber, const struct fiber_time *target, bool is_of_same_process) {
    at_least(&fiber->time.now, target->now);
    if (is_of_same_process) {
        at_least(&fiber->time.process_ran, target->process_ran);
        at_least(&fiber->time.children_ran, target->children_ran);
    } else {
        fiber->time.children_ran += target->process_ran + target->children_ran;
    }
}

static void join_apply(struct fiber *fiber, struct heddle_event *event) {
    struct fiber *target = fiber_by_id((uint32_t)event->object);
    if (target->joined || target->detached) {
        event->result = EINVAL;
    } else if (event->result == 0 && !target->exited) {
        event->result = EINTR;
    } else if (event->result == 0) {
        target->joined = true;
        join_times(fiber, &target->time, fiber->process == target->process);
    }
}
static void join_acquires_alike(struct fiber *fiber, struct fiber *ended) {
    if (!alike_joined(ended)) {
        order_join_alike(fiber, ended);
        return;
    }
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (rt.fibers[i].alike.first == ended->alike.first) {
            order_join(fiber, &rt.fibers[i]);
        }
    }
}
static void join_acquires(struct fiber *fiber, const struct heddle_event *event) {
    struct fiber *ended = fiber_by_id((uint32_t)event->object);
    if (event->result == 0 && UNLIKELY(is_alike(ended))) {
        join_acquires_alike(fiber, ended);
    } else if (event->result == 0) {
        order_join(fiber, ended);
    }
}
RULE(THREAD_JOIN) = {
    .enabled = join_enabled, .apply = join_apply, .expires = always_expires, .acquires = join_acquires, .vain = VAIN_UNLESS_ZERO};

static void tryjoin_apply(struct fiber *fiber, struct heddle_event *event) {
    event->result = has_exited(event) ? 0 : event->argument == HEDDLE_DEADLINE_ANY ? ETIMEDOUT : EBUSY;
    join_apply(fiber, event);
}
RULE(THREAD_TRYJOIN) = {
    .apply = tryjoin_apply, .acquires = join_acquires, .vain = VAIN_UNLESS_ZERO, .after_signals = true, .repeatable = true};

static void detach_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct fiber *target = fiber_by_id((uint32_t)event->object);
    event->result = target->detached || target->joined ? EINVAL : 0;
    target->detached |= !target->joined;
}
RULE(THREAD_DETACH) = {.apply = detach_apply, .after_signals = true};

static bool join_all_enabled(const struct fiber *fiber, const struct heddle_event *operation) {
    return operation->object ? processes_end_with(fiber) : rt.live_count == 0;
}
static void join_all_acquires(struct fiber *fiber, const struct heddle_event *event) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (event->object == 0 || rt.fibers[i].process == fiber->process) {
            order_join(fiber, &rt.fibers[i]);
        }
    }
}
RULE(THREAD_JOIN_ALL) = {.enabled = join_all_enabled, .acquires = join_all_acquires};

/* ---- the interposed functions ---- */

static int join(pthread_t thread, void **result, enum heddle_op how, uint64_t deadline, const char *function, uint64_t site) {
    struct fiber *target = fiber_to_join(thread);
    if (!target) {
        misuse(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_NO_SUCH_THREAD, HEDDLE_FAMILY_THREAD, thread, site, function);
        return ESRCH;
    }
    if (UNLIKELY(target->pending->kind == HEDDLE_THREAD_JOIN_ALL && target->pending->object)) {
        process_join_of_leader();
    }
    if (target->made.detached) { /* else that is a matter of the order of events */
        misuse(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_DETACHED, HEDDLE_FAMILY_THREAD, target->id, site, function);
        return EINVAL;
    }
    if (target == rt.current && (how == HEDDLE_THREAD_JOIN || deadline)) {
        misuse(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_JOINS_ITSELF, HEDDLE_FAMILY_THREAD, target->id, site, function);
        return EDEADLK;
    }
    if (how == HEDDLE_THREAD_JOIN) {
        signals_before_call(site);
    }
    struct heddle_event operation = operation_on(how, target->id, deadline, site);
    int error;
    do {
        operation.object2 = how == HEDDLE_THREAD_JOIN ? signals_interrupt(site) : 0;
        error = (int)point(&operation)->result;
        if (error == EINTR) {
            signals_handle(site);
        }
    } while (error == EINTR);
    if (error == EINVAL) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, target->detached ? HEDDLE_FAULT_DETACHED : HEDDLE_FAULT_JOINED_ALREADY,
                    HEDDLE_FAMILY_THREAD, target->id, site, function);
    }
    if (error == 0) {
        handles_joined(target);
        alike_result(target, result != NULL);
    }
    if (error == 0 && result) {
        memory_writes(result, sizeof *result, site);
        *result = target->result;
    }
    return error;
}

static int join_until(pthread_t thread, void **result, clockid_t clock, const struct timespec *until, const char *function,
                      uint64_t site) {
    if (until && (!deadline_clock(clock) || !deadline_valid(until))) {
        return EINVAL;
    }
    uint64_t deadline = until ? deadline_of(clock, until, site) : 0;
    enum heddle_op how = deadline == HEDDLE_DEADLINE_ANY ? HEDDLE_THREAD_TRYJOIN : HEDDLE_THREAD_JOIN;
    return join(thread, result, how, deadline, function, site);
}

EXPORT int pthread_join(pthread_t thread, void **result) {
    uint64_t site = SITE();
    return running() ? join(thread, result, HEDDLE_THREAD_JOIN, 0, "pthread_join", site) : REAL(pthread_join)(thread, result);
}

EXPORT int pthread_tryjoin_np(pthread_t thread, void **result) {
    uint64_t site = SITE();
    return running() ? join(thread, result, HEDDLE_THREAD_TRYJOIN, 0, "pthread_tryjoin_np", site)
                     : REAL(pthread_tryjoin_np)(thread, result);
}

EXPORT int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until) {
    uint64_t site = SITE();
    return running() ? join_until(thread, result, CLOCK_REALTIME, until, "pthread_timedjoin_np", site)
                     : REAL(pthread_timedjoin_np)(thread, result, until);
}

EXPORT int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock, const struct timespec *until) {
    uint64_t site = SITE();
    return running() ? join_until(thread, result, clock, until, "pthread_clockjoin_np", site)
                     : REAL(pthread_clockjoin_np)(thread, result, clock, until);
}

EXPORT int pthread_detach(pthread_t thread) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_detach)(thread);
    }
    struct fiber *target = fiber_by_handle(thread);
    if (!target) {
        misuse(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_NO_SUCH_THREAD, HEDDLE_FAMILY_THREAD, thread, site, "pthread_detach");
        return ESRCH;
    }
    if (target->made.detached) {
        misuse(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_DETACHED_ALREADY, HEDDLE_FAMILY_THREAD, target->id, site, "pthread_detach");
        return EINVAL;
    }
    int error = (int)point_on(HEDDLE_THREAD_DETACH, (void *)(uintptr_t)target->id, 0, site)->result;
    if (error) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, target->detached ? HEDDLE_FAULT_DETACHED_ALREADY : HEDDLE_FAULT_JOINED_ALREADY,
                    HEDDLE_FAMILY_THREAD, target->id, site, "pthread_detach");
    }
    return error;
}
