/* Teams: parallel regions, barriers, and the single, masked, critical and reduction constructs. */
#define _GNU_SOURCE
#include "omp_runtime.h"

#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static __thread struct thread *current;

void heddle_omp_fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("OpenMP: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}

void *heddle_omp_allocate(size_t size) {
    void *memory = calloc(1, size);
    if (!memory) {
        heddle_omp_fail("no memory for %zu bytes", size);
    }
    return memory;
}

static struct team *new_team(uint32_t size, const struct heddle_site *place) {
    struct team *team = heddle_omp_allocate(sizeof *team);
    team->size = size;
    if (size > 1) {
        AT(place, pthread_mutex_init(&team->lock, NULL));
        AT(place, pthread_cond_init(&team->news, NULL));
        AT(place, pthread_barrier_init(&team->barrier, NULL, size));
    }
    return team;
}

struct thread *heddle_omp_self(void) {
    if (!current) {
        heddle_omp_read_settings();
        current = heddle_omp_allocate(sizeof *current);
        current->team = new_team(1, NULL);
        current->team->primary = current;
        current->default_size = heddle_omp_settings.threads;
        current->default_is_said = heddle_omp_settings.threads_are_said;
    }
    return current;
}

/* ---- parallel regions ---- */

static void enter(struct thread *self, struct team *team, uint32_t id) {
    self->team = team;
    self->id = id;
    self->pushed = 0;
    self->singles = self->loops = 0;
    self->loop = NULL;
    self->task = self->implicit = NULL;
}

static void end_teams(struct thread *self) {
    for (struct team *team = self->teams; team; team = team->older) {
        for (uint32_t i = 0; i + 1 < team->size; i++) {
            team->workers[i].ends = true;
            sem_post(&team->workers[i].begins);
            pthread_join(team->workers[i].id, NULL);
        }
    }
}

/* What a worker does. Called by a function that the checker takes for one whose effects it sees. */
void *heddle_omp_work(void *argument);
void *heddle_omp_work(void *argument) {
    struct worker *worker = argument;
    struct thread *self = worker->thread;
    current = self;
    while (true) {
        while (AT(self->team->place, sem_wait(&worker->begins)) != 0) {
        }
        if (worker->ends) {
            end_teams(self);
            return NULL;
        }
        self->team->run(self);
        heddle_omp_barrier_at(self->team->place);
    }
}

void *heddle_omp_worker(void *argument);
__asm__(".pushsection .text\n"
        ".p2align 4\n"
        ".quad 0, 0x6e6565732e646468\n" /* HEDDLE_SEEN */
        ".hidden heddle_omp_worker\n"
        ".globl heddle_omp_worker\n"
        ".type heddle_omp_worker, %function\n"
        "heddle_omp_worker:\n"
#if defined __x86_64__
        "\tendbr64\n"
        "\tjmp heddle_omp_work\n"
#else
        "\tb heddle_omp_work\n"
#endif
        ".size heddle_omp_worker, . - heddle_omp_worker\n"
        ".popsection\n");

/* Workers that wait for the next region end with the process, unless that ends within a region. */
static void at_exit(void) {
    if (current && !current->team->outer) {
        end_teams(current);
    }
}

static void add_workers(struct thread *self, struct team *team) {
    static bool are_ended;
    if (!are_ended) {
        are_ended = true;
        atexit(at_exit);
    }
    team->workers = heddle_omp_allocate(team->size * sizeof *team->workers);
    for (uint32_t i = 0; i + 1 < team->size; i++) {
        struct worker *worker = &team->workers[i];
        worker->thread = heddle_omp_allocate(sizeof *worker->thread);
        worker->thread->default_size = self->default_size;
        worker->thread->default_is_said = self->default_is_said;
        enter(worker->thread, team, i + 1);
        AT(team->place, sem_init(&worker->begins, 0, 0));
        int error = AT(team->place, pthread_create(&worker->id, NULL, heddle_omp_worker, worker));
        if (error) {
            heddle_omp_fail("a thread cannot be created: %s", strerror(error));
        }
    }
}

static uint32_t size_of_next(struct thread *self, const struct heddle_site *place) {
    uint32_t asked = self->pushed ? self->pushed : self->default_size;
    bool is_said = self->pushed > 0 || self->default_is_said;
    self->pushed = 0;
    if (self->team->active >= heddle_omp_settings.max_active) {
        return 1;
    }
    if (!is_said) {
        tell_open(HEDDLE_OPENMP_THREADS, place);
    }
    asked = asked > heddle_omp_settings.limit ? heddle_omp_settings.limit : asked;
    return asked > MOST_THREADS ? MOST_THREADS : asked;
}

/* What the primary thread comes back to behind the region. */
struct before {
    struct team *team;
    struct task *task, *implicit;
    struct loop *loop;
    uint64_t singles, loops;
    uint32_t id;
};

static struct before leave_for(struct thread *self, struct team *team) {
    struct before before = {self->team, self->task, self->implicit, self->loop, self->singles, self->loops, self->id};
    team->outer = self->team;
    team->primary = self;
    team->id_in_outer = self->id;
    team->level = self->team->level + 1;
    team->active = self->team->active + (team->size > 1);
    team->singles = 0;
    team->reductions = NULL;
    enter(self, team, 0);
    return before;
}

static void come_back(struct thread *self, const struct before *before) {
    free(self->implicit);
    self->team = before->team;
    self->task = before->task;
    self->implicit = before->implicit;
    self->loop = before->loop;
    self->singles = before->singles;
    self->loops = before->loops;
    self->id = before->id;
    has_changed();
}

/* One of this size that the thread has, and that is not that of a region around this one; or a new one. */
static struct team *team_for(struct thread *self, uint32_t size, const struct heddle_site *place) {
    for (struct team *team = self->teams; team; team = team->older) {
        if (team->size == size && !team->is_used) {
            return team;
        }
    }
    struct team *team = new_team(size, place);
    team->place = place;
    team->older = self->teams;
    self->teams = team;
    add_workers(self, team);
    return team;
}

void heddle_omp_region(uint32_t size, run_code *run, struct code code, const struct heddle_site *place) {
    struct thread *self = heddle_omp_self();
    struct team *team = team_for(self, size, place);
    team->is_used = true;
    team->place = place;
    team->run = run;
    team->code = code;
    struct before before = leave_for(self, team);
    for (uint32_t i = 1; i < team->size; i++) {
        struct thread *thread = team->workers[i - 1].thread;
        enter(thread, team, i);
        thread->league = self->league;
        AT(place, sem_post(&team->workers[i - 1].begins));
    }
    run(self);
    heddle_omp_barrier_at(place);
    come_back(self, &before);
    team->is_used = false;
}

void __kmpc_fork_call(struct loc *loc, int count, microtask code, ...) {
    (void)loc;
    const struct heddle_site *place = place_of_call();
    void *arguments[MOST_ARGUMENTS];
    va_list list;
    va_start(list, code);
    heddle_omp_take_arguments(arguments, count, list);
    va_end(list);
    heddle_omp_region(size_of_next(heddle_omp_self(), place), heddle_omp_run, (struct code){code, count, arguments}, place);
}

/* What a region of one thread comes back to; they nest. */
struct serialized {
    struct serialized *outer;
    struct before before;
};
static __thread struct serialized *serialized;

struct team *heddle_omp_enter_serial(void) {
    struct thread *self = heddle_omp_self();
    struct serialized *region = heddle_omp_allocate(sizeof *region);
    region->outer = serialized;
    region->before = leave_for(self, new_team(1, NULL));
    serialized = region;
    has_changed();
    return self->team;
}

void heddle_omp_leave_serial(void) {
    struct thread *self = heddle_omp_self();
    struct serialized *region = serialized;
    heddle_omp_barrier_at(NULL);
    free(self->team);
    come_back(self, &region->before);
    serialized = region->outer;
    free(region);
}

void __kmpc_serialized_parallel(struct loc *loc, int gtid) {
    (void)loc, (void)gtid;
    heddle_omp_enter_serial();
}

void __kmpc_end_serialized_parallel(struct loc *loc, int gtid) {
    (void)loc, (void)gtid;
    heddle_omp_leave_serial();
}

void __kmpc_push_num_threads(struct loc *loc, int gtid, int threads) {
    (void)loc, (void)gtid;
    heddle_omp_self()->pushed = threads > 0 ? (uint32_t)threads : 0;
    has_changed();
}

void __kmpc_push_proc_bind(struct loc *loc, int gtid, int bind) { (void)loc, (void)gtid, (void)bind; }

int __kmpc_global_thread_num(struct loc *loc) {
    (void)loc;
    return (int)heddle_omp_self()->id;
}

/* ---- what threads of a team do together ---- */

void heddle_omp_barrier_at(const struct heddle_site *place) {
    struct thread *self = heddle_omp_self();
    if (heddle_omp_task_barrier) {
        heddle_omp_task_barrier(self, place);
    } else if (self->team->size > 1) {
        AT(place, pthread_barrier_wait(&self->team->barrier));
    }
    has_changed();
}

void __kmpc_barrier(struct loc *loc, int gtid) {
    (void)loc, (void)gtid;
    heddle_omp_barrier_at(place_of_call());
}

/* Cancellation is off unless the environment switches it on (OMP_CANCELLATION), which this run time does not offer. */
int __kmpc_cancel_barrier(struct loc *loc, int gtid) {
    __kmpc_barrier(loc, gtid);
    return 0;
}
int __kmpc_cancel(struct loc *loc, int gtid, int kind) {
    (void)loc, (void)gtid, (void)kind;
    return 0;
}
int __kmpc_cancellationpoint(struct loc *loc, int gtid, int kind) { return __kmpc_cancel(loc, gtid, kind); }

int __kmpc_single(struct loc *loc, int gtid) {
    (void)loc, (void)gtid;
    const struct heddle_site *place = place_of_call();
    struct thread *self = heddle_omp_self();
    struct team *team = self->team;
    self->singles++;
    has_changed();
    if (team->size == 1) {
        return 1;
    }
    AT(place, pthread_mutex_lock(&team->lock));
    bool is_first = team->singles < self->singles;
    team->singles += is_first;
    AT(place, pthread_mutex_unlock(&team->lock));
    return is_first;
}
void __kmpc_end_single(struct loc *loc, int gtid) { (void)loc, (void)gtid; }

void __kmpc_copyprivate(struct loc *loc, int gtid, size_t size, void *data, void (*copy)(void *, void *), int has_it) {
    (void)loc, (void)gtid, (void)size;
    const struct heddle_site *place = place_of_call();
    struct team *team = heddle_omp_self()->team;
    if (has_it) {
        team->copied = data;
    }
    heddle_omp_barrier_at(place);
    if (!has_it) {
        copy(data, team->copied);
    }
    heddle_omp_barrier_at(place);
}

int __kmpc_masked(struct loc *loc, int gtid, int filter) {
    (void)loc, (void)gtid;
    return (int)heddle_omp_self()->id == filter;
}
void __kmpc_end_masked(struct loc *loc, int gtid) { (void)loc, (void)gtid; }
int __kmpc_master(struct loc *loc, int gtid) { return __kmpc_masked(loc, gtid, 0); }
void __kmpc_end_master(struct loc *loc, int gtid) { (void)loc, (void)gtid; }

void __kmpc_flush(struct loc *loc) {
    (void)loc;
    if (__heddle_attached) {
        __heddle_attached->fence(__ATOMIC_SEQ_CST, place_of_call());
    }
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/* ---- critical sections ---- */

/* A name is 32 zeroed bytes, too few for a mutex of libc. The checker models the mutex, and uses none of its bytes but the kind; alone
 * the first word is a lock. */
void __kmpc_critical(struct loc *loc, int gtid, int *name) {
    (void)loc, (void)gtid;
    if (__heddle_attached) {
        pthread_mutex_lock((pthread_mutex_t *)name);
        return;
    }
    while (__atomic_exchange_n(name, 1, __ATOMIC_ACQUIRE)) {
        sched_yield();
    }
}

void __kmpc_critical_with_hint(struct loc *loc, int gtid, int *name, uint32_t hint) {
    (void)hint;
    __kmpc_critical(loc, gtid, name);
}

void __kmpc_end_critical(struct loc *loc, int gtid, int *name) {
    (void)loc, (void)gtid;
    if (__heddle_attached) {
        pthread_mutex_unlock((pthread_mutex_t *)name);
    } else {
        __atomic_store_n(name, 0, __ATOMIC_RELEASE);
    }
}

/* Each thread adds its part under the construct's lock. */
int __kmpc_reduce_nowait(struct loc *loc, int gtid, int count, size_t size, void *data, void (*reduce)(void *, void *), int *name) {
    (void)count, (void)size, (void)data, (void)reduce;
    __kmpc_critical(loc, gtid, name);
    return 1;
}
void __kmpc_end_reduce_nowait(struct loc *loc, int gtid, int *name) { __kmpc_end_critical(loc, gtid, name); }

int __kmpc_reduce(struct loc *loc, int gtid, int count, size_t size, void *data, void (*reduce)(void *, void *), int *name) {
    return __kmpc_reduce_nowait(loc, gtid, count, size, data, reduce, name);
}
void __kmpc_end_reduce(struct loc *loc, int gtid, int *name) {
    const struct heddle_site *place = place_of_call();
    AT(place, __kmpc_end_critical(loc, gtid, name));
    heddle_omp_barrier_at(place);
}
