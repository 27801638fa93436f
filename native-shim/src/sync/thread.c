/* Threads: create, start, exit, join, detach, yield. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/real.h"
#include "core/schedule.h"
#include "core/stack_state.h"
#include "core/virtual_time.h"
#include "kernel/deadline.h"
#include "kernel/kernel.h"
#include "kernel/process.h"
#include "kernel/signals.h"
#include "memory/external.h"
#include "memory/memory.h"
#include "model/addresses.h"
#include "model/ending.h"
#include "model/fiber.h"
#include "model/note.h"
#include "model/operation.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "sync/keys.h"
#include "sync/mutex.h"
#include "sync/scheduling.h"
#include "sync/thread.h"

/* Stable ids. Children of the main thread are 1, 2, …; children of one of the first 255 threads, up to 128 each, have a
 * block of their own; whatever else is hashed into the rest, and a collision there is an error, never a mix-up. */
#define MAIN_CHILDREN 8191u
#define NESTED_PARENTS 256u
#define NESTED_CHILDREN 128u
#define NESTED_BASE (MAIN_CHILDREN + 1)
#define HASHED_BASE (NESTED_BASE + NESTED_PARENTS * NESTED_CHILDREN)

static uint32_t stable_id(uint32_t parent, uint32_t ordinal) {
    if (parent == 0 && ordinal < MAIN_CHILDREN) {
        return ordinal + 1;
    }
    if (parent != 0 && parent < NESTED_PARENTS && ordinal < NESTED_CHILDREN) {
        return NESTED_BASE + parent * NESTED_CHILDREN + ordinal;
    }
    uint64_t h = ((uint64_t)parent << 32 | ordinal) * 0x9e3779b97f4a7c15ull;
    return HASHED_BASE + (uint32_t)((h >> 32) % (MAX_THREAD_ID - HASHED_BASE));
}

static void create_apply(struct fiber *fiber, struct heddle_event *event) {
    struct fiber *child = fiber_create((uint32_t)event->object, fiber, fiber->children, event->argument);
    fiber->children++;
    *child->pending = operation_on(HEDDLE_THREAD_START, child->id, 0, event->site);
    child->pending->thread = child->id;
    child->pending->alternative = HEDDLE_NO_ALTERNATIVE;
}
RULE(THREAD_CREATE) = {.apply = create_apply};
RULE(THREAD_START) = {0};

static void exit_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)event;
    fiber->exited = true;
    rt.live_count -= !fiber->is_timer;
    public_fiber(fiber->index)->finished = 1;
}
RULE(THREAD_EXIT) = {.apply = exit_apply};

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
    return has_exited(operation) || is_detached(operation) || kernel_is_ready(operation->object2);
}
static void join_apply(struct fiber *fiber, struct heddle_event *event) {
    struct fiber *target = fiber_by_id((uint32_t)event->object);
    if (target->joined || target->detached) {
        event->result = EINVAL;
    } else if (event->result == 0 && !target->exited) {
        event->result = EINTR;
    } else if (event->result == 0) {
        target->joined = true;
        if (fiber->now < target->now) {
            fiber->now = target->now;
        }
        if (fiber->process_ran < target->process_ran) {
            fiber->process_ran = target->process_ran;
        }
    }
}
RULE(THREAD_JOIN) = {.enabled = join_enabled, .apply = join_apply, .expires = always_expires};

static void tryjoin_apply(struct fiber *fiber, struct heddle_event *event) {
    event->result = has_exited(event) ? 0 : event->argument == HEDDLE_DEADLINE_ANY ? ETIMEDOUT : EBUSY;
    join_apply(fiber, event);
}
RULE(THREAD_TRYJOIN) = {.apply = tryjoin_apply};

static void detach_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct fiber *target = fiber_by_id((uint32_t)event->object);
    event->result = target->detached || target->joined ? EINVAL : 0;
    target->detached |= !target->joined;
}
RULE(THREAD_DETACH) = {.apply = detach_apply};

static bool join_all_enabled(const struct fiber *fiber, const struct heddle_event *operation) {
    (void)fiber;
    (void)operation;
    return rt.live_count == 0;
}
RULE(THREAD_JOIN_ALL) = {.enabled = join_all_enabled};
RULE(YIELD) = {0};

/* The end of every thread: destructors, THREAD_EXIT, and away. After pthread_exit in the main thread, the process ends, as
 * by exit(0), when the last thread has; which that is must not matter to the trace, so it is the main thread's doing. */
__attribute__((noinline)) static _Noreturn void finish_below(struct fiber *self) {
    memory_leave_stack(public_fiber(self->index)->info.start_routine + (self->id != 0));
    keys_run_destructors();
    mutex_abandon_all(self);
    point_on(HEDDLE_THREAD_EXIT, (void *)(uintptr_t)self->id, 0, 0);
    if (self->id == 0) {
        point_on(HEDDLE_THREAD_JOIN_ALL, NULL, 0, 0);
        process_return(0);
    }
    schedule_away();
}

static _Noreturn void finish(struct fiber *self, void *result) {
    if (!running()) { /* a process that this thread has made, and has alone */
        exit(0);
    }
    self->result = result;
    self->uncancellable = true;
    leave_room(memory_left_on_stack());
    finish_below(self);
}

/* pthread_exit unwinds the stack by libc's own means, which end at the outermost cleanup buffer that is registered for the
 * thread. Every thread has such a buffer on its stack, but it is registered only when it is needed: to do so writes to
 * the thread-control block, and the page that lies in is otherwise often clean. */
void __pthread_register_cancel(__pthread_unwind_buf_t *buffer);
void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer);

static __pthread_unwind_buf_t **previous(__pthread_unwind_buf_t *buffer) {
    return (__pthread_unwind_buf_t **)&buffer->__pad[0]; /* unwind_buf.priv.data.prev of nptl/descr.h */
}

static void register_outermost(__pthread_unwind_buf_t *outermost) {
    __pthread_unwind_buf_t probe;
    __pthread_register_cancel(&probe);
    __pthread_unwind_buf_t *innermost = *previous(&probe);
    __pthread_unregister_cancel(&probe);
    __pthread_unwind_buf_t *base = fiber_base_buffer(rt.current); /* of the real thread that lent its TCB */
    if (innermost == base) {
        __pthread_register_cancel(outermost);
        return;
    }
    __pthread_unwind_buf_t *last = innermost;
    while (*previous(last) != base) {
        last = *previous(last);
    }
    *previous(outermost) = base;
    *previous(last) = outermost;
}

__attribute__((noinline)) static void run_until_exit(struct fiber *self) {
    /* Without the signal mask only the leading part of a jmp_buf is written: that is how pthread.h itself uses it. */
    __pthread_unwind_buf_t buffer;
    void *registers = buffer.__cancel_jmp_buf;
    __asm__("" : "+r"(registers));
    self->outermost = &buffer;
    if (__sigsetjmp(registers, 0) == 0) {
        self->result = self->start(self->argument);
    }
}

void fiber_entry(void) {
    struct fiber *self = rt.current;
    if (self->id != 0) {
        self->pending->kind = 0; /* THREAD_START has been applied by whoever switched here */
    }
    run_until_exit(self);
    finish(rt.current, rt.current->result);
}

/* ---- the interposed functions ---- */

static size_t attribute_stack_size(const pthread_attr_t *attributes) {
    size_t size = 0;
    if (attributes) {
        pthread_attr_getstacksize(attributes, &size);
    }
    return size;
}

static void store_handle(pthread_t *to, uint32_t id, uint64_t site) {
    memory_writes(to, sizeof *to, site);
    *to = fiber_slot(id);
}

int thread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument, bool handle_first,
                  uint64_t site) {
    if (!running()) {
        if (rt.mode == MODE_ZYGOTE) {
            rt.early_thread = true;
        }
        return REAL(pthread_create)(thread, attributes, start, argument);
    }
    external_start((const void *)(uintptr_t)start, site);
    int error = attributes ? scheduling_check(attributes) : 0;
    if (error) {
        return error;
    }
    signals_before_thread();
    struct fiber *self = rt.current;
    int detach = PTHREAD_CREATE_JOINABLE;
    if (attributes) {
        pthread_attr_getdetachstate(attributes, &detach);
    }
    uint32_t id = stable_id(self->id, self->children);
    if (handle_first) {
        store_handle(thread, id, site);
    }
    point_on(HEDDLE_THREAD_CREATE, (void *)(uintptr_t)id, attribute_stack_size(attributes), site);
    struct fiber *child = fiber_by_id(id);
    child->start = start;
    child->argument = argument;
    child->detached = child->born_detached = detach == PTHREAD_CREATE_DETACHED;
    scheduling_begin(self, child, attributes);
    public_fiber(child->index)->info.start_routine = (uint64_t)(uintptr_t)start;
    if (!handle_first) {
        store_handle(thread, id, site);
    }
    return 0;
}

struct fiber *thread_create_own(void *(*start)(void *), void *argument, const char *name, uint64_t site) {
    struct fiber *self = rt.current;
    struct heddle_event operation = {.kind = HEDDLE_THREAD_CREATE,
                                     .order = 5,
                                     .object = stable_id(self->id, self->children),
                                     .object2 = HEDDLE_OWN_THREAD,
                                     .site = site};
    point(&operation);
    struct fiber *child = fiber_by_id((uint32_t)operation.object);
    child->start = start;
    child->argument = argument;
    child->detached = child->born_detached = child->is_timer = true;
    strcpy(public_fiber(child->index)->info.name, name);
    rt.live_count--;
    return child;
}

EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
    return thread_create(thread, attributes, start, argument, false, SITE());
}

static int join(pthread_t thread, void **result, enum heddle_op how, uint64_t deadline, const char *function, uint64_t site) {
    struct fiber *target = fiber_by_handle(thread);
    if (!target) {
        misuse(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_NO_SUCH_THREAD, HEDDLE_FAMILY_THREAD, thread, site, function);
        return ESRCH;
    }
    if (target->born_detached) { /* else that is a matter of the order of events */
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
    if (error == 0 && result) {
        *result = target->result;
    }
    return error;
}

static int join_until(pthread_t thread, void **result, clockid_t clock, const struct timespec *until, const char *function,
                      uint64_t site) {
    if (until && (!deadline_clock(clock) || !deadline_valid(until))) {
        return EINVAL;
    }
    uint64_t deadline = until ? deadline_of(clock, until) : 0;
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
    if (target->born_detached) {
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

EXPORT void pthread_exit(void *result) {
    rt.site = NULL;
    if (running()) {
        rt.current->result = result;
        rt.current->uncancellable = true;
        if (!rt.unwinder_loaded) {
            rt.shared->wants_unwinder = 1;
            end_execution(HEDDLE_RESOURCES);
        }
        register_outermost(rt.current->outermost);
    }
    REAL(pthread_exit)(result);
    __builtin_unreachable();
}

EXPORT pthread_t pthread_self(void) {
    rt.site = NULL;
    return running() ? rt.current->handle : REAL(pthread_self)();
}

EXPORT int pthread_equal(pthread_t a, pthread_t b) {
    rt.site = NULL;
    return a == b;
}

static int yield(uint64_t site) {
    point_on(HEDDLE_YIELD, NULL, 0, site);
    spin_clean_stack();
    return 0;
}

EXPORT int sched_yield(void) {
    uint64_t site = SITE();
    return running() ? yield(site) : REAL(sched_yield)();
}

/* <pthread.h> declares pthread_yield as another name of sched_yield, so it needs its symbol's name set. */
EXPORT int old_pthread_yield(void) __asm__("pthread_yield");
int old_pthread_yield(void) {
    uint64_t site = SITE();
    return running() ? yield(site) : REAL(sched_yield)();
}

EXPORT int pthread_setname_np(pthread_t thread, const char *name) {
    if (!running()) {
        return REAL(pthread_setname_np)(thread, name);
    }
    struct fiber *target = fiber_by_handle(thread);
    if (!target) {
        return ESRCH;
    }
    char *to = public_fiber(target->index)->info.name;
    if (strlen(name) >= sizeof public_fiber(0)->info.name) {
        return ERANGE;
    }
    strcpy(to, name);
    return 0;
}

EXPORT int pthread_getname_np(pthread_t thread, char *name, size_t length) {
    if (!running()) {
        return REAL(pthread_getname_np)(thread, name, length);
    }
    const struct fiber *target = fiber_by_handle(thread);
    if (!target) {
        return ESRCH;
    }
    const char *from = public_fiber(target->index)->info.name;
    if (strlen(from) >= length) {
        return ERANGE;
    }
    strcpy(name, from);
    return 0;
}
