/* Reductions over tasks: the clause task_reduction, and reduction with the modifier task. Each thread of the team has a copy. */
#define _GNU_SOURCE
#include "tasks.h"

#include <stdlib.h>
#include <string.h>

void __kmpc_taskgroup(struct loc *loc, int gtid);
void __kmpc_end_taskgroup(struct loc *loc, int gtid);

/* kmp_taskred_input_t */
struct reduction_input {
    void *shared, *original;
    size_t size;
    void (*init)(void *copy, void *original);
    void (*fini)(void *copy);
    void (*combine)(void *into, void *from);
    unsigned flags;
};

struct reduction {
    struct reduction_input input;
    uint32_t count;
    void **copies; /* by thread */
};

static void *copy_for(struct reduction *reduction, uint32_t thread) {
    if (!reduction->copies[thread]) {
        void *copy = heddle_omp_allocate(reduction->input.size);
        if (reduction->input.init) {
            reduction->input.init(copy, reduction->input.original);
        }
        reduction->copies[thread] = copy;
    }
    return reduction->copies[thread];
}

static void add_reductions(struct group *group, int count, const struct reduction_input *inputs, uint32_t threads) {
    group->reductions = heddle_omp_allocate((size_t)count * sizeof *group->reductions);
    group->reduction_count = (uint32_t)count;
    for (int i = 0; i < count; i++) {
        group->reductions[i].input = inputs[i];
        group->reductions[i].count = threads;
        group->reductions[i].copies = heddle_omp_allocate(threads * sizeof(void *));
    }
}

void *__kmpc_taskred_init(int gtid, int count, const struct reduction_input *inputs) {
    (void)gtid;
    struct thread *self = heddle_omp_self();
    struct group *group = self->task->inner;
    add_reductions(group, count, inputs, self->team->size);
    has_changed();
    return group;
}

/* In the copies of all threads, which a construct with the modifier shares. */
static struct reduction *find(struct group *group, const void *item, uint32_t thread) {
    for (; group; group = group->outer) {
        for (uint32_t i = 0; i < group->reduction_count; i++) {
            struct reduction *reduction = &group->reductions[i];
            bool is_original = reduction->input.shared == item;
            for (uint32_t t = 0; !is_original && t < reduction->count; t++) {
                is_original = reduction->copies[t] && reduction->copies[t] == item;
            }
            if (is_original) {
                return reduction;
            }
        }
    }
    (void)thread;
    return NULL;
}

void *__kmpc_task_reduction_get_th_data(int gtid, void *group, void *item) {
    (void)gtid;
    struct thread *self = heddle_omp_self();
    struct reduction *reduction = find(group ? group : self->task ? self->task->inner : NULL, item, self->id);
    if (!reduction) {
        heddle_omp_fail("a task takes part in a reduction that no region around it has");
    }
    has_changed();
    return copy_for(reduction, self->id);
}

/* All tasks are over. */
void heddle_omp_end_reductions(struct group *group) {
    for (uint32_t i = 0; i < group->reduction_count; i++) {
        struct reduction *reduction = &group->reductions[i];
        for (uint32_t t = 0; t < reduction->count; t++) {
            if (reduction->copies[t]) {
                reduction->input.combine(reduction->input.shared, reduction->copies[t]);
                if (reduction->input.fini) {
                    reduction->input.fini(reduction->copies[t]);
                }
                free(reduction->copies[t]);
            }
        }
        free(reduction->copies);
    }
    free(group->reductions);
    group->reductions = NULL;
    group->reduction_count = 0;
}

/* Each thread's group combines into the thread's own private variable, which the construct's reduction combines then. */
void *__kmpc_taskred_modifier_init(struct loc *loc, int gtid, int is_worksharing, int count, const struct reduction_input *inputs) {
    (void)is_worksharing;
    __kmpc_taskgroup(loc, gtid);
    return __kmpc_taskred_init(gtid, count, inputs);
}

void __kmpc_task_reduction_modifier_fini(struct loc *loc, int gtid, int is_worksharing) {
    (void)is_worksharing;
    __kmpc_end_taskgroup(loc, gtid);
}
