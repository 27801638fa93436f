/* pthread_once. ONCE_BEGIN either makes the caller the one that runs the initialiser, or finds it done; it blocks while
 * another thread runs it. */
#define _GNU_SOURCE
#include <pthread.h>

#include "runtime.h"

enum once_state { ONCE_NEW, ONCE_RUNS, ONCE_DONE };

static bool begin_enabled(const struct fiber *fiber, const struct heddle_event *operation) {
    (void)fiber;
    const struct object *once = object_find(SPACE_ONCE, operation->object);
    return !once || once->kind != ONCE_RUNS;
}
static void begin_apply(struct fiber *fiber, struct heddle_event *event) {
    struct object *once = object_at(SPACE_ONCE, (void *)(uintptr_t)event->object);
    event->result = once->kind == ONCE_NEW;
    if (event->result) {
        once->kind = ONCE_RUNS;
        once->owner = fiber;
    }
}
const struct rule once_begin_rule = {.enabled = begin_enabled, .apply = begin_apply};

static void end_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *once = object_at(SPACE_ONCE, (void *)(uintptr_t)event->object);
    once->kind = ONCE_DONE;
    once->owner = NULL;
}
const struct rule once_end_rule = {.apply = end_apply};

EXPORT int pthread_once(pthread_once_t *control, void (*routine)(void)) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_once)(control, routine);
    }
    if (*control != PTHREAD_ONCE_INIT && !object_find(SPACE_ONCE, (uint64_t)(uintptr_t)control)) {
        return 0; /* done before main, by libc */
    }
    if (point_on(HEDDLE_ONCE_BEGIN, control, 0, site)->result) {
        routine();
        point_on(HEDDLE_ONCE_END, control, 0, site);
    }
    return 0;
}
