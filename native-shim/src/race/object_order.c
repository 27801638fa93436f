#include "race/object_order.h"

#include <stddef.h>

#include "base/catalogue.h"
#include "model/fibers/fiber.h"
#include "model/objects.h"
#include "model/operation.h"
#include "model/runtime.h"
#include "race/clocks/race_memory.h"
#include "race/clocks/times.h"

struct order *order_at(enum heddle_family family, uint64_t address) {
    struct object *object = object_at(family, (void *)(uintptr_t)address);
    if (!object->order) {
        object->order = race_allocate(sizeof *object->order);
    }
    return object->order;
}

struct order *order_copy(const struct order *order) {
    struct order *copy = race_allocate(sizeof *copy);
    clock_copy(&copy->released, order->released);
    clock_copy(&copy->read_released, order->read_released);
    copy->posts = order->posts ? posts_copy(order->posts) : NULL;
    return copy;
}

static struct times *times_of(const struct fiber *fiber) { return times_at(fiber->index); }

static struct order *order_of(const struct heddle_event *event) { return order_at(operation_family(event->kind), event->object); }

void order_take_from_writers(struct fiber *fiber, const struct heddle_event *event) {
    if (event->result == 0) {
        clock_join(&times_of(fiber)->c11, order_of(event)->released);
    }
}

static void take(struct times *self, const struct order *order) {
    clock_join(&self->c11, order->released);
    clock_join(&self->c11, order->read_released);
}

void order_take(struct fiber *fiber, const struct heddle_event *event) { take(times_of(fiber), order_of(event)); }

void order_take_if_done(struct fiber *fiber, const struct heddle_event *event) {
    if (event->result == 0) {
        order_take(fiber, event);
    }
}

void order_take_mutex(struct fiber *fiber, const struct heddle_event *event) {
    take(times_of(fiber), order_at(HEDDLE_FAMILY_MUTEX, event->object2));
}

void order_pass(struct fiber *fiber, const struct heddle_event *event) {
    clock_copy(&order_of(event)->released, times_of(fiber)->c11);
}

void order_pass_mutex(struct fiber *fiber, const struct heddle_event *event) {
    clock_copy(&order_at(HEDDLE_FAMILY_MUTEX, event->object2)->released, times_of(fiber)->c11);
}

void order_add(struct fiber *fiber, const struct heddle_event *event) {
    clock_join(&order_of(event)->released, times_of(fiber)->c11);
}

void order_take_of(struct fiber *fiber, enum heddle_family family, uint64_t object) {
    take(times_of(fiber), order_at(family, object));
}

void order_add_to(struct fiber *fiber, enum heddle_family family, uint64_t object) {
    clock_join(&order_at(family, object)->released, times_of(fiber)->c11);
}

void order_add_as_reader(struct fiber *fiber, const struct heddle_event *event) {
    clock_join(&order_of(event)->read_released, times_of(fiber)->c11);
}

/* ---- semaphores ----
 *
 * A wait comes after the post that it takes, and not after later ones, without which it could have come: the oldest is taken first.
 * With posts by several threads others could be matched, but what one matching leaves unordered can come in the other order. */

void order_post(struct fiber *fiber, const struct heddle_event *event) {
    if (event->result == 0) {
        posts_add(&order_of(event)->posts, times_of(fiber));
    }
}

void order_take_post(struct fiber *fiber, const struct heddle_event *event) {
    if (event->result == 0) {
        const struct object *semaphore = object_at(HEDDLE_FAMILY_SEMAPHORE, (void *)(uintptr_t)event->object);
        posts_take(order_of(event)->posts, semaphore->count, times_of(fiber));
    }
}

void order_forget_posts(struct fiber *fiber, const struct heddle_event *event) {
    (void)fiber;
    posts_forget(order_of(event)->posts);
}

/* ---- threads that others woke ---- */

static void wake(struct times *woken, const struct times *by, bool is_c11) {
    clock_join(&woken->woken_dependence, by->dependence);
    if (is_c11) {
        clock_join(&woken->woken_c11, by->c11);
    }
    woken->woken = true;
}

static bool waits_on(const struct fiber *fiber, uint64_t object, enum heddle_op kind) {
    return fiber->wait.signalled && fiber->pending->kind == kind && fiber->pending->object == object &&
           !times_at(fiber->index)->woken;
}

void order_wake_waiters(struct fiber *fiber, const struct heddle_event *event) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (waits_on(&rt.fibers[i], event->object, HEDDLE_COND_WAKE)) {
            wake(times_at(i), times_of(fiber), false);
        }
    }
}

void order_arrive(struct fiber *fiber, const struct heddle_event *event) {
    const struct times *self = times_of(fiber);
    struct order *order = order_of(event);
    clock_join(&order->released, self->c11);
    clock_join(&order->read_released, self->dependence);
    if (!fiber->wait.signalled) {
        return;
    }
    struct times all = {.dependence = order->read_released, .c11 = order->released};
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (&rt.fibers[i] == fiber || waits_on(&rt.fibers[i], event->object, HEDDLE_BARRIER_LEAVE)) {
            wake(times_at(i), &all, true);
        }
    }
    clock_copy(&order->released, NULL);
    clock_copy(&order->read_released, NULL);
}

void order_take_wake(struct fiber *fiber, const struct heddle_event *event) {
    (void)event;
    struct times *self = times_of(fiber);
    if (self->woken) {
        clock_join(&self->dependence, self->woken_dependence);
        clock_join(&self->c11, self->woken_c11);
        clock_copy(&self->woken_dependence, NULL);
        clock_copy(&self->woken_c11, NULL);
        self->woken = false;
    }
}

void order_join(struct fiber *fiber, const struct fiber *ended) {
    clock_join(&times_of(fiber)->dependence, times_of(ended)->dependence);
    clock_join(&times_of(fiber)->c11, times_of(ended)->c11);
}

void order_begin(struct fiber *fiber, const struct fiber *child) {
    clock_copy(&times_of(child)->dependence, times_of(fiber)->dependence);
    clock_copy(&times_of(child)->c11, times_of(fiber)->c11);
    times_start(child->index);
}

void order_begin_after(const struct fiber *fiber, const struct fiber *child, uint32_t clock) {
    clock_set(&times_of(child)->c11, fiber->index, clock);
}

uint32_t order_clock(const struct fiber *fiber) { return clock_get(times_of(fiber)->c11, fiber->index); }

void order_join_alike(struct fiber *fiber, const struct fiber *ended) {
    clock_join(&times_of(fiber)->dependence, times_of(ended)->dependence);
}
