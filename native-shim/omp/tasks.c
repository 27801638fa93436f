/* Explicit tasks: any thread of the team that waits at a barrier, a taskwait or the end of a taskgroup takes them. Of those that can begin
 * the one that has been so for longest begins first; other orders, which OpenMP allows, are named in the verdict. A task stays with its
 * thread; at a taskwait a thread takes tasks below its own alone, as it may be tied. */
#define _GNU_SOURCE
#include "tasks.h"

#include <stdlib.h>
#include <string.h>

/* What threads do while they wait, until it is so; under the team's lock. */
typedef bool condition(const struct thread *self, const void *what);

static struct task *task_of(struct thread *self) {
    if (!self->task) {
        self->task = self->implicit = heddle_omp_allocate(sizeof *self->task);
    }
    return self->task;
}

static bool is_below(const struct task *task, const struct task *ancestor) {
    while (task && task != ancestor) {
        task = task->parent;
    }
    return task != NULL;
}

static struct task *take(struct thread *self, const struct task *ancestor) {
    struct team *team = self->team;
    struct task *before = NULL;
    struct task *task = team->first;
    while (task && ancestor && !is_below(task, ancestor)) {
        before = task;
        task = task->next;
    }
    if (task) {
        *(before ? &before->next : &team->first) = task->next;
        team->last = team->last == task ? before : team->last;
    }
    return task;
}

static void can_begin(struct team *team, struct task *task) {
    task->next = NULL;
    *(team->last ? &team->last->next : &team->first) = task;
    team->last = task;
    team->has_news = true;
}

/* Wakes those that wait, where there is something for them: each useless wakeup costs the checker many interleavings. */
static void tell(struct team *team, const struct heddle_site *place) {
    if (team->has_news && team->sleepers > 0) {
        AT(place, pthread_cond_broadcast(&team->news));
    }
    team->has_news = false;
}

/* Nobody needs it any more: it is over, as are its children, and no other waits for it. */
static void release(struct task *task) {
    if (--task->holders == 0) {
        struct task *parent = task->parent;
        free(task->deps);
        free(task->waiting_for_it);
        free(task);
        if (parent && parent->is_explicit) {
            release(parent);
        }
    }
}

static void finish(struct team *team, struct task *task) {
    task->is_over = true;
    for (uint32_t i = 0; i < task->successor_count; i++) {
        struct task *successor = task->waiting_for_it[i];
        if (--successor->awaited > 0) {
            continue;
        }
        team->has_news = true;
        if (successor->is_queued) {
            can_begin(team, successor);
        }
    }
    team->has_news |= --task->parent->children == 0;
    team->has_news |= task->group && --task->group->tasks == 0;
    team->has_news |= --team->tasks == 0;
    release(task);
}

static void execute(struct thread *self, struct task *task) {
    struct task *outer = self->task;
    self->task = task;
    struct group *groups = task->inner;
    task->code((int)self->id, task_data(task));
    if (task->flags & TASK_HAS_DESTRUCTORS) {
        task_data(task)->data[0].destructors((int)self->id, task_data(task));
    }
    task->inner = groups;
    self->task = outer;
}

/* Under the team's lock, which it gives back. */
static void run_until(struct thread *self, const struct task *below, condition *holds, const void *what,
                      const struct heddle_site *place) {
    struct team *team = self->team;
    while (!holds(self, what)) {
        struct task *task = take(self, below);
        if (!task) {
            team->sleepers++;
            AT(place, pthread_cond_wait(&team->news, &team->lock));
            team->sleepers--;
            continue;
        }
        if (team->first) {
            tell_open(HEDDLE_OPENMP_TASKS, task->place);
        }
        AT(task->place, pthread_mutex_unlock(&team->lock));
        execute(self, task);
        AT(task->place, pthread_mutex_lock(&team->lock));
        const struct heddle_site *made_at = task->place;
        finish(team, task);
        tell(team, made_at);
    }
    AT(place, pthread_mutex_unlock(&team->lock));
    has_changed();
}

/* ---- barriers ---- */

struct arrival {
    uint64_t passed;
    const struct heddle_site *place;
};

static bool all_are_here(const struct thread *self, const void *what) {
    const struct arrival *arrival = what;
    struct team *team = self->team;
    if (team->passed == arrival->passed && team->waiting == team->size && team->tasks == 0) {
        team->waiting = 0;
        team->passed++;
        team->has_news = true;
        tell(team, arrival->place);
    }
    return team->passed != arrival->passed;
}

void heddle_omp_task_barrier(struct thread *self, const struct heddle_site *place) {
    struct team *team = self->team;
    if (team->size == 1) {
        return; /* its tasks ran where they were made */
    }
    AT(place, pthread_mutex_lock(&team->lock));
    team->waiting++;
    struct arrival arrival = {team->passed, place};
    run_until(self, NULL, all_are_here, &arrival, place);
}

/* ---- making tasks ---- */

void *__kmpc_omp_task_alloc(struct loc *loc, int gtid, int flags, size_t size, size_t shared_size, task_code *code) {
    (void)loc, (void)gtid;
    size = (size + 15) & ~(size_t)15;
    struct task *task = heddle_omp_allocate(sizeof *task + size + shared_size);
    task->place = place_of_call();
    task->code = code;
    task->flags = flags;
    task->is_explicit = true;
    task->size = sizeof *task + size + shared_size;
    task->holders = 1;
    struct task_data *data = task_data(task);
    data->code = code;
    data->shared = shared_size > 0 ? (char *)data + size : NULL;
    has_changed();
    return data;
}

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

static void depend(struct task *parent, struct task *task, const struct dep *deps, uint32_t count) {
    for (struct task *sibling = parent->with_deps; sibling; sibling = sibling->older) {
        if (!sibling->is_over && comes_after(sibling, deps, count)) {
            add_successor(sibling, task);
        }
    }
    task->deps = heddle_omp_allocate(count * sizeof *deps);
    memcpy(task->deps, deps, count * sizeof *deps);
    task->dep_count = count;
    task->holders++; /* it stays in its parent's list */
    task->older = parent->with_deps;
    parent->with_deps = task;
}

static bool is_final(const struct task *task) { return task->flags & TASK_FINAL; }

static void start(struct task *task, const struct dep *deps, uint32_t count, const struct heddle_site *place) {
    struct thread *self = heddle_omp_self();
    struct team *team = self->team;
    struct task *parent = task_of(self);
    task->place = place;
    task->flags |= parent->flags & TASK_FINAL;
    AT(place, pthread_mutex_lock(&team->lock));
    task->parent = parent;
    parent->children++;
    parent->holders += parent->is_explicit;
    task->group = task->inner = parent->inner;
    if (task->group) {
        task->group->tasks++;
    }
    team->tasks++;
    if (count > 0) {
        depend(parent, task, deps, count);
    }
    task->is_queued = true;
    if (task->awaited == 0) {
        can_begin(team, task);
        tell(team, place);
    }
    AT(place, pthread_mutex_unlock(&team->lock));
    has_changed();
}

static bool is_over(const struct thread *self, const void *what) {
    (void)self;
    return *(const uint32_t *)what == 0;
}

/* In a team of one thread, and below a final task, a task is run where it is made. */
static void start_or_run(struct task *task, const struct dep *deps, uint32_t count, const struct heddle_site *place) {
    struct thread *self = heddle_omp_self();
    bool is_deferred = !is_final(task_of(self)) && !(task->flags & (TASK_FINAL | TASK_UNDEFERRED));
    if (self->team->size > 1 && is_deferred) {
        start(task, deps, count, place);
        return;
    }
    struct task *parent = task_of(self);
    task->flags |= parent->flags & TASK_FINAL;
    task->parent = parent;
    task->inner = parent->inner;
    if (count > 0) {
        heddle_omp_await_deps(self, deps, count, place);
    }
    parent->holders += parent->is_explicit;
    execute(self, task);
    AT(place, pthread_mutex_lock(&self->team->lock));
    release(task);
    AT(place, pthread_mutex_unlock(&self->team->lock));
}

void heddle_omp_start_task(struct task *task, const struct heddle_site *place) { start_or_run(task, NULL, 0, place); }

int __kmpc_omp_task(struct loc *loc, int gtid, struct task_data *data) {
    (void)loc, (void)gtid;
    start_or_run(task_of_data(data), NULL, 0, place_of_call());
    return 0;
}

int __kmpc_omp_task_with_deps(struct loc *loc, int gtid, struct task_data *data, int count, const struct dep *deps,
                              int more_count, const struct dep *more) {
    (void)loc, (void)gtid, (void)more_count, (void)more;
    start_or_run(task_of_data(data), deps, (uint32_t)count, place_of_call());
    return 0;
}

void heddle_omp_await_deps(struct thread *self, const struct dep *deps, uint32_t count, const struct heddle_site *place) {
    struct task *parent = task_of(self);
    AT(place, pthread_mutex_lock(&self->team->lock));
    struct task *sentinel = heddle_omp_allocate(sizeof *sentinel); /* begins never: it only counts whom it waits for */
    for (struct task *sibling = parent->with_deps; sibling; sibling = sibling->older) {
        if (!sibling->is_over && comes_after(sibling, deps, count)) {
            add_successor(sibling, sentinel);
        }
    }
    run_until(self, parent, is_over, &sentinel->awaited, place);
    free(sentinel);
}

void __kmpc_omp_wait_deps(struct loc *loc, int gtid, int count, const struct dep *deps, int more_count, const struct dep *more) {
    (void)loc, (void)gtid, (void)more_count, (void)more;
    heddle_omp_await_deps(heddle_omp_self(), deps, (uint32_t)count, place_of_call());
}

void __kmpc_omp_taskwait_deps_51(struct loc *loc, int gtid, int count, const struct dep *deps, int more_count,
                                 const struct dep *more, int no_wait) {
    (void)no_wait;
    __kmpc_omp_wait_deps(loc, gtid, count, deps, more_count, more);
}

/* A task whose if clause is false: its code runs between the two. */
void __kmpc_omp_task_begin_if0(struct loc *loc, int gtid, struct task_data *data) {
    (void)loc, (void)gtid;
    struct thread *self = heddle_omp_self();
    struct task *task = task_of_data(data);
    task->parent = task_of(self);
    task->parent->holders += task->parent->is_explicit;
    task->flags |= task->parent->flags & TASK_FINAL;
    task->inner = task->parent->inner;
    self->task = task;
    has_changed();
}

void __kmpc_omp_task_complete_if0(struct loc *loc, int gtid, struct task_data *data) {
    (void)loc, (void)gtid;
    const struct heddle_site *place = place_of_call();
    struct thread *self = heddle_omp_self();
    struct task *task = task_of_data(data);
    self->task = task->parent;
    AT(place, pthread_mutex_lock(&self->team->lock));
    release(task);
    AT(place, pthread_mutex_unlock(&self->team->lock));
    has_changed();
}

/* ---- waiting for tasks ---- */

static bool no_child_is_left(const struct thread *self, const void *what) {
    (void)self;
    return ((const struct task *)what)->children == 0;
}

int __kmpc_omp_taskwait(struct loc *loc, int gtid) {
    (void)loc, (void)gtid;
    const struct heddle_site *place = place_of_call();
    struct thread *self = heddle_omp_self();
    struct task *task = task_of(self);
    AT(place, pthread_mutex_lock(&self->team->lock));
    run_until(self, task, no_child_is_left, task, place);
    return 0;
}

int __kmpc_omp_taskyield(struct loc *loc, int gtid, int part) {
    (void)loc, (void)gtid, (void)part;
    return 0; /* no other task need come in */
}

void __kmpc_taskgroup(struct loc *loc, int gtid) {
    (void)loc, (void)gtid;
    struct task *task = task_of(heddle_omp_self());
    struct group *group = heddle_omp_allocate(sizeof *group);
    group->outer = task->inner;
    task->inner = group;
    has_changed();
}

static bool group_is_over(const struct thread *self, const void *what) {
    (void)self;
    return ((const struct group *)what)->tasks == 0;
}

void __kmpc_end_taskgroup(struct loc *loc, int gtid) {
    (void)loc, (void)gtid;
    const struct heddle_site *place = place_of_call();
    struct thread *self = heddle_omp_self();
    struct task *task = task_of(self);
    struct group *group = task->inner;
    AT(place, pthread_mutex_lock(&self->team->lock));
    run_until(self, task, group_is_over, group, place);
    heddle_omp_end_reductions(group);
    task->inner = group->outer;
    free(group);
}

int omp_in_final(void) { return is_final(task_of(heddle_omp_self())); }
