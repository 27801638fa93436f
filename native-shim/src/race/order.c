/* Keeps both happens-before relations up to date: what each visible operation takes over from earlier ones, and what it
 * passes on to later ones. See race.h, and ALGORITHMS for the rules of each family. */
#define _GNU_SOURCE
#include <stddef.h>

#include "base/compiler.h"
#include "base/hot.h"
#include "model/addresses.h"
#include "model/dependence.h"
#include "model/fiber.h"
#include "model/note.h"
#include "model/objects.h"
#include "model/operation.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "race/clock.h"
#include "race/location.h"
#include "race/marks.h"
#include "race/order.h"
#include "race/posts.h"
#include "race/race.h"
#include "race/race_memory.h"
#include "race/times.h"

/* What a synchronisation object passes on. */
struct order {
    struct clock *by[TAKES + 1];          /* HB_dep, by kind of access */
    struct clock *released, *read_released; /* HB_C11: by who unlocked or posted; by readers who unlocked */
    struct posts *posts; /* of a semaphore */
};

HOT static struct clock *last_timeout; /* a timeout is ordered with everything */

/* HB_dep of all that atomic sections are ordered after, and of the last section with all that it has done; HB_C11, in which sections
 * are ordered as if a mutex protected them. */
HOT static struct clock *before_sections, *last_section, *left_section;

static bool is_acquire(uint32_t order) { return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE; }
static bool is_release(uint32_t order) { return order >= __ATOMIC_RELEASE; }

/* ---- synchronisation objects ---- */

static struct order *order_at(enum heddle_family family, uint64_t address) {
    struct object *object = object_at(family, (void *)(uintptr_t)address);
    if (!object->order) {
        object->order = race_allocate(sizeof *object->order);
    }
    return object->order;
}

static void depend_on(struct times *self, const struct order *order, enum access access) {
    for (enum access earlier = READS; earlier <= TAKES; earlier++) {
        if (order->by[earlier] && access_conflict(earlier, access)) {
            clock_join(&self->dependence, order->by[earlier]);
        }
    }
}

/* ---- what rules make of HB_C11 ---- */

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

void order_enter_section(struct fiber *fiber, const struct heddle_event *event) {
    (void)event;
    clock_join(&times_of(fiber)->c11, left_section);
}

void order_leave_section(struct fiber *fiber, const struct heddle_event *event) {
    (void)event;
    const struct times *self = times_of(fiber);
    clock_copy(&left_section, self->c11);
    clock_copy(&last_section, self->dependence);
    clock_join(&before_sections, self->dependence);
}

/* ---- atomics ---- */

static bool reads_atomically(const struct heddle_event *e) {
    return e->kind == HEDDLE_ATOMIC_LOAD || e->kind == HEDDLE_ATOMIC_RMW || e->kind == HEDDLE_ATOMIC_CAS;
}

static bool writes_memory(const struct heddle_event *e) {
    return e->kind == HEDDLE_WRITE || e->kind == HEDDLE_ATOMIC_STORE || e->kind == HEDDLE_ATOMIC_RMW ||
           (e->kind == HEDDLE_ATOMIC_CAS && (e->result || e->argument > 8));
}

static bool is_memory(uint32_t kind) {
    return kind == HEDDLE_READ || kind == HEDDLE_WRITE || (kind >= HEDDLE_ATOMIC_LOAD && kind <= HEDDLE_ATOMIC_CAS);
}

struct memory_event {
    struct times *self;
    const struct heddle_event *event;
    uint32_t index; /* of the fiber */
    uint32_t order;
    bool writes;
};

static void take_over(struct location *l, void *context) {
    const struct memory_event *m = context;
    if (rt.points == HEDDLE_POINTS_AUTO) { /* where every access is visible, HB_dep is not asked for */
        clock_join(&m->self->dependence, l->writes);
        if (m->writes) {
            clock_join(&m->self->dependence, l->reads);
        }
    }
    if (reads_atomically(m->event)) {
        clock_join(is_acquire(m->order) ? &m->self->c11 : &m->self->acquire_fence, l->released);
    }
}

/* C11 5.1.2.4: a release sequence goes on with read-modify-writes, and with stores of the thread that heads it. */
static void pass_on(struct location *l, void *context) {
    const struct memory_event *m = context;
    const struct heddle_event *e = m->event;
    if (rt.points == HEDDLE_POINTS_AUTO) {
        clock_join(m->writes ? &l->writes : &l->reads, m->self->dependence);
    }
    if (!m->writes) {
        return;
    }
    bool plain = e->kind == HEDDLE_WRITE;
    bool releases = !plain && is_release(m->order);
    const struct clock *passed = releases ? m->self->c11 : plain ? NULL : m->self->release_fence;
    bool goes_on = reads_atomically(e) || (!plain && l->head == m->index + 1);
    if (goes_on) {
        clock_join(&l->released, passed);
    } else {
        clock_copy(&l->released, passed);
    }
    if (passed && !(reads_atomically(e) && l->head)) {
        l->head = m->index + 1;
    } else if (!goes_on) {
        l->head = 0;
    }
}

static void memory_event(struct fiber *fiber, struct times *self, const struct heddle_event *e) {
    bool failed = e->kind == HEDDLE_ATOMIC_CAS && !writes_memory(e);
    struct memory_event m = {.self = self,
                             .event = e,
                             .index = fiber->index,
                             .order = failed ? fiber->access.failure_order : e->order,
                             .writes = writes_memory(e)};
    bool atomic = e->kind != HEDDLE_READ && e->kind != HEDDLE_WRITE;
    bool located = atomic || rt.points == HEDDLE_POINTS_AUTO;
    if (located) {
        locations_of(e->object, e->argument, take_over, &m);
    }
    unsigned how = (m.writes ? HOW_WRITES : HOW_READS) | (atomic ? HOW_ATOMIC : 0) |
                   (fiber->access.frees        ? HOW_KNOWN | HOW_ENDS
                    : fiber->access.unreadable ? HOW_KNOWN
                                               : 0);
    race_access(fiber, e->object, e->argument, e->site, how);
    if (located) {
        locations_of(e->object, e->argument, pass_on, &m);
    }
}

/* What a thread waited with for memory to change is the load that showed the change, or comes before the next attempt. */
static void await_event(struct fiber *fiber, struct times *self, const struct heddle_event *e) {
    struct memory_event second = {.self = self, .event = &(struct heddle_event){.kind = HEDDLE_READ}};
    locations_of(e->object2, await_range(e->argument), take_over, &second);
    locations_of(e->object2, await_range(e->argument), pass_on, &second);
    struct heddle_event load = *e;
    uint32_t kind = fiber->stands_for;
    load.kind = kind == HEDDLE_READ ? HEDDLE_READ : HEDDLE_ATOMIC_LOAD;
    load.order = kind == HEDDLE_ATOMIC_CAS ? fiber->access.failure_order : kind == HEDDLE_ATOMIC_RMW ? 0 : e->order;
    load.argument = await_size(e);
    memory_event(fiber, self, &load);
}

static void fence(struct times *self, uint32_t order) {
    if (is_acquire(order)) {
        clock_join(&self->c11, self->acquire_fence);
    }
    if (is_release(order)) {
        clock_copy(&self->release_fence, self->c11);
    }
}

/* ---- one event ---- */

/* In touches() memory is one of the spaces, but it is ordered by location here. */
static int synchronises(const struct heddle_event *e, struct touched out[2]) {
    bool memory = is_memory(e->kind) || e->kind == HEDDLE_AWAIT;
    return rt.points == HEDDLE_POINTS_AUTO && !memory ? touches(e, out) : 0;
}

void order_event(struct fiber *fiber, const struct heddle_event *e) {
    struct times *self = times_at(fiber->index);
    struct touched touched[2];
    int count = synchronises(e, touched);
    if (e->object >= FIBER_SLOTS && !is_memory(e->kind) && !fiber->names_futex) {
        memory_check_object(fiber, e->object, e->site);
    }
    clock_join(&self->dependence, last_timeout);
    bool meets = rt.points == HEDDLE_POINTS_AUTO && meets_sections(e);
    if (meets) {
        clock_join(&self->dependence, e->kind == HEDDLE_SECTION_BEGIN ? before_sections : last_section);
    }
    for (int i = 0; i < count; i++) {
        depend_on(self, order_at(touched[i].family, touched[i].object), touched[i].access);
    }
    if (UNLIKELY(is_timeout(e))) {
        for (uint32_t i = 0; i < rt.fiber_count; i++) {
            clock_join(&self->dependence, times_at(i)->dependence);
        }
        clock_copy(&last_timeout, self->dependence);
    }
    const struct rule *rule = rules[e->kind];
    if (rule->acquires) {
        rule->acquires(fiber, e);
    }
    if (is_memory(e->kind)) {
        memory_event(fiber, self, e);
    } else if (e->kind == HEDDLE_AWAIT) {
        await_event(fiber, self, e);
    } else if (e->kind == HEDDLE_ATOMIC_FENCE) {
        fence(self, e->order);
    }
    if (rule->releases) {
        rule->releases(fiber, e);
    }
    for (int i = 0; i < count; i++) {
        clock_join(&order_at(touched[i].family, touched[i].object)->by[touched[i].access], self->dependence);
    }
    if (meets) {
        clock_join(&before_sections, self->dependence);
    }
    uint32_t clock = clock_get(self->c11, fiber->index) + 1;
    if (UNLIKELY(clock >= epoch_clock_max())) {
        out_of("visible operations of one thread whose races are checked", epoch_clock_max() - 1);
    }
    clock_set(&self->dependence, fiber->index, clock);
    clock_set(&self->c11, fiber->index, clock);
}
