/* The taskloop construct: a loop cut into tasks. */
#define _GNU_SOURCE
#include "loops.h"
#include "tasks.h"

#include <stdlib.h>
#include <string.h>

#define BY_GRAINSIZE 1
#define BY_NUM_TASKS 2

typedef void task_copy(struct task_data *to, struct task_data *from, int is_last);

static struct task_data *copy_of(struct task_data *data) {
    struct task *from = task_of_data(data);
    struct task *task = heddle_omp_allocate(from->size);
    memcpy(task, from, from->size);
    struct task_data *copy = task_data(task);
    if (data->shared) {
        copy->shared = (char *)copy + ((char *)data->shared - (char *)data);
    }
    return copy;
}

/* What the copies were made of is no task itself. */
static void forget(struct task_data *data, int gtid) {
    struct task *task = task_of_data(data);
    if (task->flags & TASK_HAS_DESTRUCTORS) {
        data->data[0].destructors(gtid, data);
    }
    free(task);
}

/* How many tasks: of at least so many iterations, or so many, or as many as the team has threads. */
static uint64_t task_count(uint64_t trips, int by, uint64_t value) {
    uint64_t many = by == BY_GRAINSIZE && value > 0 ? trips / value : by == BY_NUM_TASKS ? value : heddle_omp_self()->team->size;
    many = many > trips ? trips : many;
    return many > 0 ? many : 1;
}

void __kmpc_taskloop(struct loc *loc, int gtid, struct task_data *data, int condition, uint64_t *lower, uint64_t *upper,
                     int64_t step, int has_no_group, int by, uint64_t value, task_copy *copy) {
    const struct heddle_site *place = place_of_call();
    if (!has_no_group) {
        __kmpc_taskgroup(loc, gtid);
    }
    int64_t from = (int64_t)*lower;
    uint64_t trips = heddle_omp_trips(from, (int64_t)*upper, step, false);
    uint64_t count = trips > 0 ? task_count(trips, by, value) : 0;
    size_t lower_at = (size_t)((char *)lower - (char *)data);
    size_t upper_at = (size_t)((char *)upper - (char *)data);
    for (uint64_t i = 0; i < count; i++) {
        struct part part = heddle_omp_part(trips, i, count);
        struct task_data *next = copy_of(data);
        *(int64_t *)((char *)next + lower_at) = from + (int64_t)part.from * step;
        *(int64_t *)((char *)next + upper_at) = from + (int64_t)(part.from + part.count - 1) * step;
        if (copy) {
            copy(next, data, i + 1 == count);
        }
        struct task *task = task_of_data(next);
        task->flags |= condition ? 0 : TASK_UNDEFERRED;
        heddle_omp_start_task(task, place);
    }
    forget(data, gtid);
    if (!has_no_group) {
        announce(place);
        __kmpc_end_taskgroup(loc, gtid);
    }
}

void __kmpc_taskloop_5(struct loc *loc, int gtid, struct task_data *data, int condition, uint64_t *lower, uint64_t *upper,
                       int64_t step, int has_no_group, int by, uint64_t value, int strict, task_copy *copy) {
    (void)strict;
    __kmpc_taskloop(loc, gtid, data, condition, lower, upper, step, has_no_group, by, value, copy);
}
