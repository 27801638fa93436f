/* Tasks, as tasks.c runs them and taskloops.c and reductions.c make them. */
#ifndef HEDDLE_OMP_TASKS_H
#define HEDDLE_OMP_TASKS_H

#include "omp_runtime.h"

typedef int task_code(int gtid, void *data);

/* kmp_task_t: what the task's code gets. Its private variables follow. */
struct task_data {
    void *shared;
    task_code *code;
    int part;
    union {
        int priority;
        task_code *destructors;
    } data[2];
};

/* kmp_depend_info */
struct dep {
    uintptr_t address;
    size_t length;
    uint8_t flags;
};
#define DEP_IN 1
#define DEP_SET 8
#define DEP_ALL 0x80

#define TASK_FINAL 2
#define TASK_HAS_DESTRUCTORS 8
#define TASK_UNDEFERRED 0x10000 /* ours: run where it is made */

struct reduction;

/* A taskgroup region. */
struct group {
    struct group *outer;
    uint64_t tasks; /* that are not over */
    struct reduction *reductions;
    uint32_t reduction_count;
    struct thread *owner;
};

struct task {
    struct task *next; /* that can begin */
    struct task *parent;
    struct group *group; /* that it is part of */
    struct group *inner; /* that it is in: its children are part of it */
    task_code *code;
    int flags;
    bool is_explicit, is_queued, is_over;
    uint32_t holders; /* itself until it is over, its children, its parent's list */
    uint64_t children; /* that are not over */
    uint32_t awaited;  /* tasks that come before it and are not over */
    struct task **waiting_for_it;
    uint32_t successor_count;
    struct dep *deps;
    uint32_t dep_count;
    struct task *older, *with_deps; /* the next older sibling with dependences; its newest child with such */
    const struct heddle_site *place; /* where it was made */
    size_t size;
} __attribute__((aligned(16)));

static inline struct task_data *task_data(struct task *task) { return (struct task_data *)(task + 1); }
static inline struct task *task_of_data(struct task_data *data) { return (struct task *)data - 1; }

void heddle_omp_start_task(struct task *task, const struct heddle_site *place);
void heddle_omp_await_deps(struct thread *self, const struct dep *deps, uint32_t count, const struct heddle_site *place);
void heddle_omp_end_reductions(struct group *group);

#endif
