/* Dependences of tasks: which of the tasks that one has made come before another. */
#define _GNU_SOURCE
#include "tasks.h"

#include <stdlib.h>
#include <string.h>

static void add_successor(struct task *before, struct task *task) {
    before->waiting_for_it =
        realloc(before->waiting_for_it, (before->successor_count + 1) * sizeof *before->waiting_for_it);
    if (!before->waiting_for_it) {
        heddle_omp_fail("no memory for the tasks that depend on another");
    }
    before->waiting_for_it[before->successor_count++] = task;
    task->awaited++;
}

/* Whether the later of two siblings waits for the earlier: both use the storage, and one of them alone, or both change it. */
static bool is_ordered(const struct dep *before, const struct dep *after) {
    bool same = before->address == after->address || (before->flags & DEP_ALL) || (after->flags & DEP_ALL);
    bool both_read = before->flags == DEP_IN && after->flags == DEP_IN;
    bool both_in_set = before->flags == DEP_SET && after->flags == DEP_SET;
    return same && !both_read && !both_in_set;
}

static bool comes_after(const struct task *before, const struct dep *deps, uint32_t count) {
    for (uint32_t i = 0; i < before->dep_count; i++) {
        for (uint32_t j = 0; j < count; j++) {
            if (is_ordered(&before->deps[i], &deps[j])) {
                return true;
            }
        }
    }
    return false;
}

/* Those that are over are of no more use for that. */
void heddle_omp_await_siblings(struct task *parent, struct task *task, const struct dep *deps, uint32_t count) {
    for (struct task **at = &parent->with_deps; *at;) {
        struct task *sibling = *at;
        if (sibling->is_over) {
            *at = sibling->older;
            heddle_omp_release(sibling);
            continue;
        }
        if (comes_after(sibling, deps, count)) {
            add_successor(sibling, task);
        }
        at = &sibling->older;
    }
}

void heddle_omp_depend(struct task *parent, struct task *task, const struct dep *deps, uint32_t count) {
    heddle_omp_await_siblings(parent, task, deps, count);
    task->deps = heddle_omp_allocate(count * sizeof *deps);
    memcpy(task->deps, deps, count * sizeof *deps);
    task->dep_count = count;
    task->holders++; /* it stays in its parent's list */
    task->older = parent->with_deps;
    parent->with_deps = task;
}

void heddle_omp_forget_children(struct task *task) {
    while (task->with_deps) {
        struct task *child = task->with_deps;
        task->with_deps = child->older;
        heddle_omp_release(child);
    }
}
