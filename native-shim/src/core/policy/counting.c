#include "core/policy/counting.h"

#include "core/policy/draw.h"
#include "model/dependence.h"
#include "model/plan.h"
#include "model/runtime.h"

#define MOST_CHANGES 64

static const struct heddle_weight *objects;
static uint32_t object_count;
static uint64_t counted; /* counting events so far */
static uint64_t changes[MOST_CHANGES];
static uint32_t change_count;

void counting_start(const struct plan_view *plan) {
    objects = plan->objects;
    object_count = plan->head->object_count;
    counted = 0;
    change_count = 0;
}

bool counts(const struct heddle_event *pending) {
    if (object_count == 0) {
        return true;
    }
    struct touched touched[MOST_THINGS];
    int count = touches(pending, touched);
    for (int t = 0; t < count; t++) {
        for (uint32_t o = 0; o < object_count; o++) {
            if (objects[o].name - touched[t].object < touched[t].length) {
                return true;
            }
        }
    }
    return false;
}

void count(const struct heddle_event *executed) { counted += rt.fiber_count > 1 && counts(executed); }

void changes_draw(uint32_t wanted, uint64_t length) {
    for (; change_count < wanted && change_count < MOST_CHANGES; change_count++) {
        changes[change_count] = draw_below(length > 0 ? length : 1);
    }
}

bool changes_take(uint32_t *which) {
    for (uint32_t i = 0; i < change_count; i++) {
        if (changes[i] == counted) {
            changes[i] = UINT64_MAX;
            *which = i;
            return true;
        }
    }
    return false;
}
