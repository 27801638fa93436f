/* The creation of threads. */
#define _GNU_SOURCE
#include <string.h>

#include "base/compiler.h"
#include "base/real.h"
#include "core/failures.h"
#include "core/candidates.h"
#include "core/schedule.h"
#include "kernel/signals/signal_points.h"
#include "memory/external.h"
#include "memory/memory.h"
#include "model/addresses.h"
#include "model/ending.h"
#include "model/fibers/alike.h"
#include "model/fibers/fiber.h"
#include "model/fibers/stable_id.h"
#include "model/note.h"
#include "model/operation.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "race/object_order.h"
#include "sync/settings/scheduling.h"
#include "sync/settings/settings.h"
#include "sync/threads/handles.h"
#include "sync/threads/thread.h"
#include "sync/threads/thread_name.h"

static void create_apply(struct fiber *fiber, struct heddle_event *event) {
    struct fiber *child = fiber_create((uint32_t)event->object, fiber, fiber->seen.children, event->argument);
    fiber->seen.children++;
    alike_created(fiber, child, event, rt.asked.races ? order_clock(fiber) : 0);
    *child->pending =
        operation_with(HEDDLE_THREAD_START, child->id, child->alike.before ? child->alike.before->id : 0, 0, event->site);
    child->pending->thread = child->id;
    child->pending->alternative = HEDDLE_NO_ALTERNATIVE;
}
static void create_releases(struct fiber *fiber, const struct heddle_event *event) {
    struct fiber *child = fiber_by_id((uint32_t)event->object);
    order_begin(fiber, child);
    if (UNLIKELY(is_alike(child))) { /* it may be the first of those that are like it, which comes after less */
        order_begin_after(fiber, child, child->alike.first->alike.clock);
    }
}
RULE(THREAD_CREATE) = {.apply = create_apply, .releases = create_releases, .after_signals = true};
static bool start_enabled(const struct fiber *fiber, const struct heddle_event *operation) {
    (void)operation;
    return alike_may_begin(fiber);
}
RULE(THREAD_START) = {.enabled = start_enabled};

/* ---- the interposed functions ---- */

static size_t attribute_stack_size(const pthread_attr_t *attributes) {
    size_t size = 0;
    if (attributes) {
        pthread_attr_getstacksize(attributes, &size);
    }
    return size;
}

static void store_handle(pthread_t *to, uint64_t handle, uint64_t site) {
    memory_writes(to, sizeof *to, site);
    *to = handle;
}

int thread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument, bool handle_first,
                  uint64_t site) {
    if (!running()) {
        if (outside.early_thread) {
            outside.early_thread();
        }
        rt.program.early_thread |= rt.mode == MODE_ZYGOTE || !rt.program.loaded;
        return REAL(pthread_create)(thread, attributes, start, argument);
    }
    if (UNLIKELY(rt.fiber_count == 1)) {
        rt.shared->alone_until = real_nanoseconds();
        if (outside.before_first_thread) {
            outside.before_first_thread();
        }
    }
    external_start((const void *)(uintptr_t)start, site);
    int error = attributes ? scheduling_check(attributes) : 0;
    if (error) {
        return error;
    }
    if (UNLIKELY(call_fails(HEDDLE_FAILING_THREAD, EAGAIN, site))) {
        return EAGAIN;
    }
    signals_before_thread(site);
    struct fiber *self = rt.current;
    int detach = PTHREAD_CREATE_JOINABLE;
    if (attributes) {
        pthread_attr_getdetachstate(attributes, &detach);
    }
    uint32_t id = stable_id_next(self);
    uint64_t handle = handles_choose(id, site);
    self->creates = true;
    alike_creates(attributes, start, argument);
    if (handle_first) {
        store_handle(thread, handle, site);
    }
    point_on(HEDDLE_THREAD_CREATE, (void *)(uintptr_t)id, attribute_stack_size(attributes), site);
    self->creates = false;
    struct fiber *child = fiber_by_id(id);
    child->made.start = start;
    child->made.argument = argument;
    child->made.has_guard_size = attributes && pthread_attr_getguardsize(attributes, &child->made.guard_size) == 0;
    child->detached = child->made.detached = detach == PTHREAD_CREATE_DETACHED;
    settings_begin(self, child, attributes);
    thread_name_begin(self, child);
    public_fiber(child->index)->info.start_routine = (uint64_t)(uintptr_t)start;
    handles_given(child, handle);
    if (!handle_first) {
        store_handle(thread, handle, site);
    }
    return 0;
}

struct fiber *thread_create_own(void *(*start)(void *), void *argument, const char *name, uint64_t site) {
    struct fiber *self = rt.current;
    struct heddle_event operation = {.kind = HEDDLE_THREAD_CREATE,
                                     .order = __ATOMIC_SEQ_CST,
                                     .object = stable_id_next(self),
                                     .object2 = HEDDLE_OWN_THREAD,
                                     .site = site};
    point(&operation);
    struct fiber *child = fiber_by_id((uint32_t)operation.object);
    child->made.start = start;
    child->made.argument = argument;
    child->detached = child->made.detached = child->made.is_timer = true;
    strcpy(public_fiber(child->index)->info.name, name);
    rt.live_count--;
    return child;
}

EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
    return thread_create(thread, attributes, start, argument, false, SITE());
}
