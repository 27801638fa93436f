#include "race/memory_order.h"

#include <stddef.h>

#include "base/catalogue.h"
#include "base/compiler.h"
#include "model/dependence.h"
#include "model/fibers/fiber.h"
#include "model/older.h"
#include "model/operation.h"
#include "model/runtime.h"
#include "race/clocks/clock.h"
#include "race/clocks/passed.h"
#include "race/clocks/times.h"
#include "race/race.h"
#include "race/shadow/location.h"

static bool is_of_c11(uint32_t order) { return order <= __ATOMIC_SEQ_CST; }
static bool is_acquire(uint32_t order) { return is_of_c11(order) && order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE; }
static bool is_release(uint32_t order) { return is_of_c11(order) && order >= __ATOMIC_RELEASE; }

static bool reads_atomically(const struct heddle_event *e) {
    return operation_has(e->kind, TRAIT_LOOKS | TRAIT_ATTEMPTS) && !is_plain_access(e->kind);
}

/* Of more than 8 bytes it is not known. */
static bool has_failed(const struct heddle_event *e) { return e->kind == HEDDLE_ATOMIC_CAS && !e->result && e->argument <= 8; }

static bool writes_memory(const struct heddle_event *e) { return !operation_has(e->kind, TRAIT_LOOKS) && !has_failed(e); }

struct memory_event {
    struct times *self;
    const struct heddle_event *event;
    uint32_t index; /* of the fiber */
    uint32_t order;
    bool writes;
    bool adds, marks; /* and commutes with its like */
    uint64_t forwarded; /* a bit for each byte: it finds what its own thread has stored */
    bool overlooks; /* it comes behind an older store */
    const struct clock *older; /* and takes over this */
};

static void take_over_passed(struct location *l, void *context) {
    const struct memory_event *m = context;
    bool is_open = m->adds && l->adding;
    times_order_less |= is_open && l->released;
    const struct clock *passed = UNLIKELY(m->overlooks) ? m->older : is_open ? l->settled : l->released;
    clock_join(is_acquire(m->order) ? &m->self->c11 : &m->self->acquire_fence, passed);
}

/* Others have stored what a load finds in memory, though its thread's own buffer forwards the bytes beside it. */
static void take_over_rest(struct memory_event *m) {
    uint64_t size = m->event->argument;
    for (uint64_t from = 0, to = 1; from < size; from = to, to++) {
        bool forwarded = from < 64 && m->forwarded >> from & 1;
        while (to < size && (to < 64 && m->forwarded >> to & 1) == forwarded) {
            to++;
        }
        if (!forwarded) {
            locations_of(m->event->object + from, to - from, take_over_passed, m);
        }
    }
}

static void take_over(struct location *l, void *context) {
    const struct memory_event *m = context;
    if (rt.asked.points == HEDDLE_POINTS_AUTO) { /* where every access is visible, HB_dep is not asked for */
        clock_join(&m->self->dependence, l->writes);
        if (m->writes) {
            clock_join(&m->self->dependence, l->reads);
        }
        if (!m->adds && !m->marks) {
            clock_join(&m->self->dependence, l->blind);
        }
    }
    if (reads_atomically(m->event) && !m->forwarded) {
        take_over_passed(l, context);
    }
}

static void note_addition(struct location *l, bool adds) {
    if (adds && !l->adding) {
        clock_copy(&l->settled, l->released);
    }
    l->adding = adds;
}

static void note_mark(struct location *l, const struct memory_event *m) {
    bool is_sole = l->marker == 0 || l->marker == m->index + 1;
    l->marker = !m->marks ? 0 : is_sole ? m->index + 1 : HEAD_OPEN;
}

/* Of marks of several threads any may come last, and a load takes over what that one passes on: nothing is certain. */
static void pass_nothing_on(struct location *l, const struct clock *passed) {
    if (l->released || passed) {
        times_order_less = true;
        l->head = HEAD_OPEN;
    }
    clock_copy(&l->released, NULL);
}

static const struct clock *passed_on_by(const struct memory_event *m) {
    if (m->event->kind == HEDDLE_WRITE) {
        return NULL;
    }
    return is_release(m->order) ? m->self->c11 : m->self->release_fence;
}

/* C11 5.1.2.4: a release sequence goes on with read-modify-writes, and with stores of the thread that heads it. */
static void go_on(struct location *l, const struct memory_event *m) {
    const struct heddle_event *e = m->event;
    bool plain = e->kind == HEDDLE_WRITE;
    const struct clock *passed = passed_on_by(m);
    if (l->marker == HEAD_OPEN) {
        pass_nothing_on(l, passed);
        return;
    }
    bool goes_on = reads_atomically(e) || (!plain && l->head == m->index + 1);
    times_order_less |= !goes_on && !plain && l->head == HEAD_OPEN;
    if (goes_on) {
        clock_join(&l->released, passed);
    } else {
        clock_copy(&l->released, passed);
    }
    if (passed && !(reads_atomically(e) && l->head)) {
        l->head = m->adds ? HEAD_OPEN : m->index + 1;
    } else if (!goes_on) {
        l->head = 0;
    }
}

static void pass_on(struct location *l, void *context) {
    const struct memory_event *m = context;
    if (rt.asked.points == HEDDLE_POINTS_AUTO) {
        clock_join(m->adds || m->marks ? &l->blind : m->writes ? &l->writes : &l->reads, m->self->dependence);
    }
    if (UNLIKELY(m->overlooks)) { /* what the stores behind it pass on is what the next ones find */
        if (m->writes) {
            passed_left(rt.shared->event_count - 1, passed_on_by(m));
            passed_left(rt.shared->event_count - 1, reads_atomically(m->event) ? m->older : NULL);
        }
        return;
    }
    note_addition(l, m->adds);
    note_mark(l, m);
    if (!m->writes) {
        return;
    }
    if (UNLIKELY(rt.asked.older)) {
        passed_found(rt.shared->event_count - 1, l->released);
    }
    go_on(l, m);
    if (UNLIKELY(rt.asked.older)) {
        passed_left(rt.shared->event_count - 1, l->released);
    }
}

void memory_order_access(struct fiber *fiber, const struct heddle_event *e) {
    struct times *self = times_at(fiber->index);
    struct memory_event m = {.self = self,
                             .event = e,
                             .index = fiber->flushes ? fiber->flushes->index : fiber->index,
                             .order = has_failed(e) ? fiber->access.failure_order : (uint32_t)order_of_success(e->order),
                             .writes = writes_memory(e),
                             .forwarded = fiber->access.forwarded,
                             .adds = rt.asked.counting && is_addition(e),
                             .marks = rt.asked.marking && is_mark(e)};
    struct older found;
    if (UNLIKELY(overlooks(e)) && older_find(e, e->alternative, rt.shared->event_count - 1, &found)) {
        m.overlooks = true;
        m.older = found.is_first ? passed_before(found.earliest) : passed_by(found.source);
    }
    bool atomic = !is_plain_access(e->kind);
    bool located = atomic || rt.asked.points == HEDDLE_POINTS_AUTO;
    if (located) {
        locations_of(e->object, e->argument, take_over, &m);
    }
    if (UNLIKELY(m.forwarded) && atomic) {
        take_over_rest(&m);
    }
    /* others' stores are told of when they go into their buffers, before this one or after it */
    bool leaves_others = m.adds || m.marks || (rt.asked.buffers && atomic && m.writes);
    unsigned how = (m.writes ? HOW_WRITES : HOW_READS) | (atomic ? HOW_ATOMIC : 0) | (leaves_others ? HOW_BLIND : 0) |
                   (fiber->access.frees        ? HOW_KNOWN | HOW_ENDS
                    : fiber->access.unreadable ? HOW_KNOWN
                                               : 0);
    if (!fiber->flushes) { /* else its thread has looked for races when it stored */
        race_access(fiber, e->object, e->argument, e->site, how);
    }
    if (located) {
        locations_of(e->object, e->argument, pass_on, &m);
    }
}

void memory_order_await(struct fiber *fiber, const struct heddle_event *e) {
    if (operation_family(fiber->stands_for) != HEDDLE_FAMILY_MEMORY) {
        return; /* the thread reads it later, when it has taken a lock */
    }
    struct memory_event second = {.self = times_at(fiber->index), .event = &(struct heddle_event){.kind = HEDDLE_READ}};
    locations_of(e->object2, await_range(e->argument), take_over, &second);
    locations_of(e->object2, await_range(e->argument), pass_on, &second);
    struct heddle_event load = *e;
    uint32_t kind = fiber->stands_for;
    load.kind = kind == HEDDLE_READ ? HEDDLE_READ : HEDDLE_ATOMIC_LOAD;
    bool is_to_come = kind == HEDDLE_ATOMIC_RMW || kind == HEDDLE_ATOMIC_STORE;
    load.order = kind == HEDDLE_ATOMIC_CAS ? fiber->access.failure_order : is_to_come ? 0 : e->order;
    load.argument = await_size(e);
    memory_order_access(fiber, &load);
}

void memory_order_fence(struct fiber *fiber, const struct heddle_event *e) {
    struct times *self = times_at(fiber->index);
    if (is_acquire(e->order)) {
        clock_join(&self->c11, self->acquire_fence);
    }
    if (is_release(e->order)) {
        clock_copy(&self->release_fence, self->c11);
    }
}
