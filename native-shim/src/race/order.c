/* Keeps both happens-before relations up to date: what each visible operation takes over from earlier ones, and what it
 * passes on to later ones. See race.h, and ALGORITHMS for the rules of each family. */
#include "race/order.h"

#include <stddef.h>

#include "base/catalogue.h"
#include "base/compiler.h"
#include "base/hot.h"
#include "base/invariant.h"
#include "model/addresses.h"
#include "model/fibers/fiber.h"
#include "model/note.h"
#include "model/operation.h"
#include "model/resolve.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "race/clocks/times.h"
#include "race/memory_order.h"
#include "race/object_order.h"
#include "race/race.h"
#include "race/shadow/misuse.h"
#include "race/whole.h"

HOT static struct clock *last_timeout; /* a timeout is ordered with everything */

/* HB_dep of all that atomic sections are ordered after, and of the last section with all that it has done; HB_C11, in which sections
 * are ordered as if a mutex protected them. */
HOT static struct clock *before_sections, *last_section, *left_section;

static bool is_of_process(const struct heddle_event *event) {
    return event->argument == 0 &&
           (event->object2 == HEDDLE_FORKS || event->object2 == HEDDLE_ENDS || event->object2 == HEDDLE_RUNS);
}

void order_enter_section(struct fiber *fiber, const struct heddle_event *event) {
    if (!is_of_process(event)) {
        clock_join(&times_at(fiber->index)->c11, left_section);
    }
}

void order_leave_section(struct fiber *fiber, const struct heddle_event *event) {
    const struct times *self = times_at(fiber->index);
    if (!is_of_process(event)) {
        clock_copy(&left_section, self->c11);
    }
    clock_copy(&last_section, self->dependence);
    clock_join(&before_sections, self->dependence);
}

static void depend_on(struct times *self, const struct order *order, enum access access) {
    for (enum access earlier = READS; earlier <= TAKES; earlier++) {
        if (order->by[earlier] && access_conflict(earlier, access)) {
            clock_join(&self->dependence, order->by[earlier]);
        }
    }
}

/* In touches() memory is one of the spaces, but it is ordered by location here; what else an access touches is not. */
static int synchronises(const struct heddle_event *e, struct touched out[MOST_THINGS]) {
    bool memory = operation_family(e->kind) == HEDDLE_FAMILY_MEMORY;
    if (rt.asked.points != HEDDLE_POINTS_AUTO || (memory && LIKELY(!(e->order & HEDDLE_ORDER_CLAIMED)))) {
        return 0;
    }
    int count = touches(e, out);
    if (memory) {
        out[0] = out[1]; /* the claims */
    }
    return memory ? 1 : count;
}

void order_disturb(void) {
    struct fiber *fiber = rt.whole;
    struct times *self = times_at(fiber->index);
    struct order *order = order_at(HEDDLE_FAMILY_MUTEX, rt.whole_mutex);
    whole_leave();
    depend_on(self, order, WRITES);
    clock_join(&order->by[WRITES], self->dependence);
    clock_join(&self->c11, order->released);
    race_now(fiber);
}

/* Whether a thread goes on from a wait, which has used the object before. */
static bool goes_on(const struct heddle_event *e) { return e->kind == HEDDLE_BARRIER_LEAVE || e->kind == HEDDLE_COND_WAKE; }

/* A thread that goes on from a wait does not look at what has been destroyed since it was woken. */
static bool is_let_go(const struct fiber *fiber, const struct heddle_event *e) {
    return goes_on(e) && e->object == fiber->wait.outlives;
}

/* An operation uses the memory of its object, as an atomic read does. So it races with what ends that memory, where nothing orders the
 * two. */
static void use_object(const struct fiber *fiber, const struct heddle_event *e) {
    if (!goes_on(e) && rt.fiber_count > 1 && rt.asked.races && resolve_is_site(e->site)) {
        race_access(fiber, e->object, sizeof(uint32_t), e->site, HOW_READS | HOW_ATOMIC);
    }
}

void order_event(struct fiber *fiber, const struct heddle_event *e) {
    struct times *self = times_at(fiber->index);
    struct touched touched[MOST_THINGS];
    int count = synchronises(e, touched);
    bool in_one_go = UNLIKELY(fiber == rt.whole); /* its lock or unlock: sections are ordered by what they touch */
    if (in_one_go) {
        touched[0].access = SHARES;
    }
    enum heddle_family family = operation_family(e->kind);
    bool is_object = e->object >= FIBER_SLOTS && family != HEDDLE_FAMILY_MEMORY && !fiber->names_futex &&
                     family != HEDDLE_FAMILY_HISTORY; /* that is a name */
    bool is_there = is_object && (is_let_go(fiber, e) || memory_check_object(fiber, e->object, e->site));
    clock_join(&self->dependence, last_timeout);
    bool meets = rt.asked.points == HEDDLE_POINTS_AUTO && meets_sections(e);
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
    if (rule->acquires && !in_one_go) {
        rule->acquires(fiber, e);
    }
    if (is_there && !in_one_go) {
        use_object(fiber, e);
    }
    if (is_memory_access(e->kind)) {
        memory_order_access(fiber, e);
    } else if (e->kind == HEDDLE_AWAIT) {
        memory_order_await(fiber, e);
    } else if (e->kind == HEDDLE_ATOMIC_FENCE) {
        memory_order_fence(fiber, e);
    }
    if (in_one_go && e->kind == HEDDLE_MUTEX_UNLOCK) {
        whole_release(fiber);
        order_add(fiber, e); /* to those who take it in another way */
    } else if (rule->releases) {
        rule->releases(fiber, e);
    }
    for (int i = 0; i < count; i++) {
        clock_join(&order_at(touched[i].family, touched[i].object)->by[touched[i].access], self->dependence);
    }
    if (meets) {
        clock_join(&before_sections, self->dependence);
    }
    uint32_t clock = clock_get(self->c11, fiber->index) + 1;
    INVARIANT(clock_get(self->dependence, fiber->index) == clock - 1);
    if (UNLIKELY(clock >= epoch_clock_max())) {
        out_of("visible operations of one thread whose races are checked", epoch_clock_max() - 1);
    }
    clock_set(&self->dependence, fiber->index, clock);
    clock_set(&self->c11, fiber->index, clock);
}
