/* Barriers. A wait is two operations: BARRIER_ARRIVE never blocks, BARRIER_LEAVE is enabled once as many threads have
 * arrived as the barrier waits for. Arrivals commute as long as no more threads use the barrier than it waits for: then
 * nobody's arrival can complete another generation than it would have. The explorer watches that, and asks for ordered
 * arrivals where it does not hold.
 *
 * Which thread is told to be the serial one is not specified. It is the one with the lowest id, in every order; or, where the program
 * differs by it, one of a rank that is chosen when the barrier is initialised. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>

#include "base/compiler.h"
#include "base/invariant.h"
#include "base/real.h"
#include "core/failures.h"
#include "core/schedule.h"
#include "kernel/cancellation/cancellation.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/signal_handler.h"
#include "kernel/signals/pending/signal_pending.h"
#include "model/fibers/processes.h"
#include "model/note.h"
#include "model/objects.h"
#include "model/operation.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "model/unvaried.h"
#include "race/object_order.h"
#include "report/pedantic.h"
#include "sync/lifetime.h"
#include "sync/unshared.h"

/* The leading part of glibc's struct pthread_barrier. */
struct real_barrier {
    unsigned in, round, count;
};

#define NO_GENERATION INT64_MAX /* the result of an arrival at what is no barrier */

/* What is known of the barrier, also of one that was initialised before main. */
static struct object *barrier_of(uint64_t address) {
    struct object *o = object_at(HEDDLE_FAMILY_BARRIER, (void *)(uintptr_t)address);
    if (!o->initialised) {
        o->count = ((const struct real_barrier *)(uintptr_t)address_of_name(address))->count;
        o->initialised = o->count != 0;
    }
    return o;
}

static void init_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *barrier = barrier_of(event->object);
    event->result = barrier->waiter_count;
    barrier->kind += barrier->waiter_count > 0; /* who waits is never let go: the generation never becomes complete */
    barrier->count = (uint32_t)event->argument;
    barrier->waiter_count = 0;
    barrier->waiters = NULL;
    lifetime_begin(barrier, event);
}
RULE(BARRIER_INIT) = {.apply = init_apply, .after_signals = true};

static void destroy_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *barrier = barrier_of(event->object);
    event->result = barrier->waiter_count;
    lifetime_let_go(barrier);
    lifetime_end(barrier, NULL, true);
}
RULE(BARRIER_DESTROY) = {.apply = destroy_apply, .after_signals = true};

/* The waiter before which so many others come by their ids. */
static struct fiber *serial_of(const struct object *barrier) {
    struct fiber *serial = NULL;
    for (uint32_t rank = 0; rank <= barrier->serial_rank; rank++) {
        struct fiber *next = NULL;
        for (struct fiber *f = barrier->waiters; f; f = f->wait.next) {
            next = (!serial || f->id > serial->id) && (!next || f->id < next->id) ? f : next;
        }
        serial = next;
    }
    return serial;
}

static void complete(struct object *barrier) {
    uint64_t now = 0;
    for (struct fiber *f = barrier->waiters; f; f = f->wait.next) {
        f->wait.signalled = true;
        now = f->time.now > now ? f->time.now : now;
    }
    for (struct fiber *f = barrier->waiters; f; f = f->wait.next) {
        f->time.now = now;
    }
    struct fiber *serial = serial_of(barrier);
    INVARIANT(serial);
    serial->wait.serial = true;
    barrier->waiters = NULL;
    barrier->waiter_count = 0;
    barrier->kind++;
}

/* The result is the generation; argument: how many threads the barrier waits for. */
static void arrive_apply(struct fiber *fiber, struct heddle_event *event) {
    struct object *barrier = barrier_of(event->object);
    event->argument = barrier->count;
    if (barrier->count == 0) {
        event->result = NO_GENERATION;
        return;
    }
    event->result = barrier->kind;
    fiber->wait.signalled = fiber->wait.serial = false;
    fiber->wait.outlives = 0;
    fiber->wait.next = barrier->waiters;
    barrier->waiters = fiber;
    if (++barrier->waiter_count == barrier->count) {
        complete(barrier);
    }
}
RULE(BARRIER_ARRIVE) = {.apply = arrive_apply, .releases = order_arrive, .after_signals = true};

static bool leave_enabled(const struct fiber *fiber, const struct heddle_event *operation) {
    return fiber->wait.signalled || kernel_is_ready(interrupting_bits(operation));
}
static void leave_apply(struct fiber *fiber, struct heddle_event *event) {
    if (!fiber->wait.signalled) {
        event->result = EINTR;
        return;
    }
    fiber->wait.signalled = false;
    event->result = fiber->wait.serial ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}
static void leave_acquires(struct fiber *fiber, const struct heddle_event *event) {
    if (event->result != EINTR) {
        order_take_wake(fiber, event);
    }
}
RULE(BARRIER_LEAVE) = {.enabled = leave_enabled, .apply = leave_apply, .acquires = leave_acquires};

/* After the event that used it: whether the barrier could be used at all. */
static bool check(pthread_barrier_t *barrier, bool over, const char *function, uint64_t site) {
    const struct object *o = barrier_of((uint64_t)(uintptr_t)barrier);
    if (over || !o->initialised) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, over ? HEDDLE_FAULT_DESTROYED : HEDDLE_FAULT_NEVER_INITIALISED, HEDDLE_FAMILY_BARRIER,
                    o->address, site, function);
    }
    return o->initialised;
}

/* After an interruption; does not return if the thread has been cancelled. That it has arrived counts on, as in glibc. */
static bool go_on(struct object *barrier, uint64_t site) {
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    if (cancel_is_asynchronous(rt.current)) {
        if (cancel_is_due(rt.current)) {
            object_unlink_waiter(barrier, rt.current);
        }
        signals_run();
    } else {
        signals_run_handlers();
    }
    kernel_settle();
    return true;
}

/* ---- the interposed functions ---- */

EXPORT int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes, unsigned count) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_barrier_init)(barrier, attributes, count);
    }
    if (UNLIKELY(call_fails(HEDDLE_FAILING_INIT, ENOMEM, site))) {
        return ENOMEM;
    }
    pthread_barrier_t made; /* its memory is filled in the event */
    int error = REAL(pthread_barrier_init)(&made, attributes, count);
    if (error == 0) {
        uint32_t ranks = unvaried_ranks(site, count);
        uint32_t rank = ranks > 1 ? (uint32_t)point_on(HEDDLE_CHOOSE, NULL, ranks, site)->alternative : 0;
        uint64_t waited_at = point_on(HEDDLE_BARRIER_INIT, barrier, count, site)->result;
        *barrier = made;
        struct object *o = barrier_of((uint64_t)(uintptr_t)barrier);
        o->serial_rank = rank;
        o->serial_chosen = ranks > 1;
        if (waited_at) {
            misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_WAITED_FOR, HEDDLE_FAMILY_BARRIER, (uint64_t)(uintptr_t)barrier, site,
                        "pthread_barrier_init");
        } else {
            lifetime_check_begun(barrier, HEDDLE_FAMILY_BARRIER, "pthread_barrier_init", site);
        }
    }
    return error;
}

EXPORT int pthread_barrier_destroy(pthread_barrier_t *barrier) {
    uint64_t site = SITE();
    if (!running()) {
        pedantic_end(HEDDLE_FAMILY_BARRIER, (uint64_t)(uintptr_t)barrier);
        return REAL(pthread_barrier_destroy)(barrier);
    }
    if (point_on(HEDDLE_BARRIER_DESTROY, barrier, 0, site)->result) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_WAITED_FOR, HEDDLE_FAMILY_BARRIER, (uint64_t)(uintptr_t)barrier, site,
                    "pthread_barrier_destroy");
    }
    return check(barrier, lifetime_was_over(), "pthread_barrier_destroy", site) ? 0 : EINVAL;
}

EXPORT int pthread_barrier_wait(pthread_barrier_t *barrier) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_barrier_wait)(barrier);
    }
    struct object *o = barrier_of((uint64_t)(uintptr_t)barrier);
    uint64_t interruption = signals_interrupt_lock(site); /* now, for the wait's halves follow each other */
    const struct heddle_event *arrival = point_on(HEDDLE_BARRIER_ARRIVE, barrier, o->count, site);
    uint64_t count = arrival->argument, round = (uint64_t)arrival->result;
    if (!check(barrier, lifetime_is_over(o, NULL), "pthread_barrier_wait", site)) {
        return EINVAL;
    }
    unshared_check(o, barrier, "pthread_barrier_wait", site);
    unvaried_serial(site, o->serial_chosen, (uint32_t)count, round);
    struct heddle_event operation = operation_on(HEDDLE_BARRIER_LEAVE, (uint64_t)(uintptr_t)barrier, count, site);
    operation.object2 = interruption;
    int result;
    do {
        result = (int)point(&operation)->result;
    } while (result == EINTR && go_on(o, site));
    return result;
}
