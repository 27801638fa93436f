#include "zygote/runner/checkpoint/begins.h"

#include <string.h>

#include "model/dependence.h"
#include "model/operation.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "zygote/runner/checkpoint/kept.h"
#include "zygote/runner/runner_state.h"

/* What plans may differ in that begin alike. */
static struct heddle_plan common(const struct heddle_plan *plan) {
    struct heddle_plan head = *plan;
    head.plan = head.step_count = head.sleep_count = head.known_count = head.touch_count = 0;
    head.policy = head.depth = head.length = head.object_count = head.weight_count = head.requirement_count = 0;
    head.policy_seed = head.known_digest = 0;
    head.flags &= ~(HEDDLE_PLAN_KEEP_OUTPUT | HEDDLE_PLAN_DRAWS_LATE);
    return head;
}

/* Whether nothing could have come otherwise: no alternatives, no time that has passed. */
static bool had_no_choice(const struct heddle_event *event) {
    return !rules[event->kind]->alternative && !is_timeout(event) && !has_deadline(event);
}

/* Of the only thread, as long as there was no other one. */
static void look_back(void) {
    struct base *base = &runner->base;
    const struct heddle_event *events = kept_events();
    base->is_alone = rt.fiber_count == 1;
    base->has_locked = false;
    for (uint32_t i = 0; i < base->event_count; i++) {
        base->is_alone &= had_no_choice(&events[i]);
        base->has_locked |= events[i].kind == HEDDLE_MUTEX_LOCK;
    }
}

/* Only what keeps nothing from one event to the next can take over in the middle. */
static bool keeps_nothing(const struct plan_view *plan) { return plan->head->policy == HEDDLE_POLICY_CONTINUE; }

/* Whether the default policy chooses before exploring begins, where no step does. */
static bool is_default_at_first(const struct plan_view *plan) {
    return keeps_nothing(plan) || (plan->head->flags & HEDDLE_PLAN_DRAWS_LATE);
}

/* Where no thread is cut off, or the only one has taken no mutex, it makes no difference whether that was asked for. */
static struct heddle_plan alike(const struct heddle_plan *plan) {
    const struct base *base = &runner->base;
    struct heddle_plan head = common(plan);
    if ((base->is_alone || base->is_default) && (plan->operations == 0 || plan->operations > base->event_count)) {
        head.operations = 0;
    }
    if (base->is_alone && !base->has_locked) {
        head.flags &= ~HEDDLE_PLAN_WHOLE_SECTIONS;
    }
    return head;
}

static uint32_t ordinary_mutexes(const struct plan_view *plan, uint64_t *all) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < plan->head->touch_count && count <= MOST_ORDINARY; i++) {
        if (plan->touches[i].kind == HEDDLE_TOUCH_ORDINARY) {
            if (count < MOST_ORDINARY) {
                all[count] = plan->touches[i].address;
            }
            count++;
        }
    }
    return count;
}

static bool ask_alike(const struct plan_view *one, const struct plan_view *other) {
    struct heddle_plan first = common(one->head), second = common(other->head);
    uint64_t ordinary[2][MOST_ORDINARY];
    uint32_t count = ordinary_mutexes(one, ordinary[0]);
    return memcmp(&first, &second, sizeof first) == 0 &&
           memcmp(one->visible, other->visible, first.visible_count * sizeof *one->visible) == 0 && count <= MOST_ORDINARY &&
           count == ordinary_mutexes(other, ordinary[1]) && memcmp(ordinary[0], ordinary[1], count * sizeof **ordinary) == 0;
}

uint32_t begins_in_common(const struct plan_view *one, const struct plan_view *other) {
    if (!keeps_nothing(one) || !keeps_nothing(other) || !ask_alike(one, other)) {
        return 0;
    }
    uint32_t most = one->head->step_count < other->head->step_count ? one->head->step_count : other->head->step_count;
    uint32_t count = 0;
    while (count < most && memcmp(&one->steps[count], &other->steps[count], sizeof *one->steps) == 0) {
        count++;
    }
    return count;
}

bool begins_take(const struct plan_view *plan) {
    struct base *base = &runner->base;
    look_back();
    base->is_default = plan->head->step_count == 0 && plan->head->sleep_count == 0 && !rt.seen.begin && is_default_at_first(plan);
    base->head = alike(plan->head);
    base->ordinary_count = ordinary_mutexes(plan, base->ordinary);
    base->step_count = plan->head->step_count < base->event_count ? plan->head->step_count : base->event_count;
    if (plan->head->visible_count > MOST_VISIBLE || base->step_count > MOST_STEPS || base->ordinary_count > MOST_ORDINARY) {
        return false;
    }
    memcpy(runner->steps, plan->steps, base->step_count * sizeof *runner->steps);
    memcpy(base->visible, plan->visible, plan->head->visible_count * sizeof *base->visible);
    return true;
}

static bool asks_as_here(const struct plan_view *plan) {
    const struct base *base = &runner->base;
    struct heddle_plan head = alike(plan->head);
    uint64_t ordinary[MOST_ORDINARY];
    uint32_t count = ordinary_mutexes(plan, ordinary);
    return memcmp(&head, &base->head, sizeof head) == 0 &&
           memcmp(plan->visible, base->visible, head.visible_count * sizeof *base->visible) == 0 &&
           count == base->ordinary_count && memcmp(ordinary, base->ordinary, count * sizeof *ordinary) == 0;
}

static bool is_step(const struct heddle_step *step, const struct heddle_event *event) {
    return step->thread == event->thread && step->kind == event->kind && step->object == event->object &&
           step->alternative == event->alternative;
}

static bool chooses_the_same(const struct plan_view *plan) {
    const struct heddle_event *events = kept_events();
    uint32_t planned = plan->head->step_count, count = runner->base.event_count;
    bool is_long = planned >= count;
    bool goes_on_alike = runner->base.is_alone || (runner->base.is_default && is_default_at_first(plan));
    bool may_be_short = goes_on_alike && plan->head->sleep_count == 0;
    if ((!is_long && !may_be_short) || (!goes_on_alike && !keeps_nothing(plan))) {
        return false;
    }
    for (uint32_t i = 0; i < (is_long ? count : planned); i++) {
        bool as_then = i < runner->base.step_count && memcmp(&plan->steps[i], &runner->steps[i], sizeof *runner->steps) == 0;
        if (!as_then && !is_step(&plan->steps[i], &events[i])) {
            return false;
        }
    }
    return true;
}

bool begins_here(const struct plan_view *plan) { return asks_as_here(plan) && chooses_the_same(plan); }
