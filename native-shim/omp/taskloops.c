/* The taskloop construct: a loop cut into tasks. */
#define _GNU_SOURCE
#include "tasks.h"

#include <string.h>

void __kmpc_taskgroup(struct loc *loc, int gtid);
void __kmpc_end_taskgroup(struct loc *loc, int gtid);

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
    int64_t to = (int64_t)*upper;
    bool is_empty = step > 0 ? to < from : from < to;
    uint64_t span = step > 0 ? (uint64_t)to - (uint64_t)from : (uint64_t)from - (uint64_t)to;
    uint64_t trips = is_empty ? 0 : span / (uint64_t)(step > 0 ? step : -step) + 1;
    uint64_t count = trips > 0 ? task_count(trips, by, value) : 0;
    size_t lower_at = (size_t)((char *)lower - (char *)data);
    size_t upper_at = (size_t)((char *)upper - (char *)data);
    uint64_t done = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t many = trips / count + (i < trips % count);
        struct task_data *next = copy_of(data);
        *(int64_t *)((char *)next + lower_at) = from + (int64_t)done * step;
        *(int64_t *)((char *)next + upper_at) = from + (int64_t)(done + many - 1) * step;
        done += many;
        if (copy) {
            copy(next, data, i + 1 == count);
        }
        struct task *task = task_of_data(next);
        task->flags |= condition ? 0 : TASK_UNDEFERRED;
        heddle_omp_start_task(task, place);
    }
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
