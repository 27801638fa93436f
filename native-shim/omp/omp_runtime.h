/* Heddle's run time for OpenMP: what clang's code calls, on nothing but pthreads. What threads share is used under mutexes, barriers and
 * semaphores, which the checker models; so it knows every order that OpenMP gives, and no other. Alone it is a run time like others. The
 * functions and their arguments are those of LLVM's interface (openmp/runtime, kmp.h); what they do is said in the OpenMP API, 5.2.
 *
 * Teams: each thread keeps those that it was the primary thread of, with their workers, for its next regions of as many threads. So
 * threadprivate variables last. */
#ifndef HEDDLE_OMP_RUNTIME_H
#define HEDDLE_OMP_RUNTIME_H

#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../rt/heddle_rt.h"

#define MOST_THREADS 256
#define MOST_ARGUMENTS 256

struct loc; /* ident_t: where in the source; not read */

typedef void (*microtask)(int *gtid, int *tid, ...);

/* A worksharing loop that gives out iterations, or a doacross loop: one for each encounter by a team. */
struct loop {
    struct loop *next;
    uint64_t number;  /* which encounter of the team's it is */
    uint64_t given;   /* iterations that have been given out */
    uint64_t ordered; /* iterations whose ordered regions are over */
    uint32_t left;    /* threads that are through with it */
    unsigned char *posted; /* of a doacross loop: by linear iteration */
};

struct task;
struct thread;

/* The code of a region, with the addresses of its variables: MOST_ARGUMENTS words. */
struct code {
    microtask function;
    int count;
    void **arguments;
};

typedef void run_code(struct thread *self);

struct team {
    struct team *outer;    /* the team that its primary thread came from */
    struct thread *primary;
    uint32_t id_in_outer; /* of its primary thread */
    uint32_t size;
    uint32_t level, active; /* nested regions, and those of more than one thread */
    pthread_barrier_t barrier;
    pthread_mutex_t lock; /* protects what follows */
    pthread_cond_t news;  /* an ordered region, a doacross iteration or a task is over, or a task can begin */
    uint64_t singles;     /* encounters of single constructs that somebody has taken */
    struct loop *loops;
    void *copied; /* copyprivate */
    struct task *first, *last; /* tasks that can begin, in the order in which they could */
    uint64_t tasks;            /* tasks that are not over */
    uint32_t waiting;          /* threads that have come to the barrier */
    uint32_t sleepers;         /* threads that wait for `news` of tasks */
    bool has_news;             /* for them */
    uint64_t passed;           /* barriers with tasks */
    struct group *reductions; /* of the region or a worksharing construct, by a reduction with the modifier task */
    run_code *run; /* what each thread does */
    struct code code;
    const struct heddle_site *place; /* of the parallel region */
    struct worker *workers;          /* number i is workers[i - 1] */
    bool is_used;
    struct team *older; /* of the same primary thread */
};

/* Which team of a league it is, of how many; 0 teams: there is none. */
struct league {
    uint32_t id, size;
};

struct thread {
    struct team *team;
    struct league league;
    uint32_t pushed_teams; /* what num_teams says of the next league; 0: nothing */
    uint32_t id; /* in the team: 0 is the primary thread */
    uint32_t pushed; /* what num_threads says of the next region; 0: nothing */
    uint32_t default_size;
    bool default_is_said; /* by the program or the environment */
    struct task *task; /* the one that it runs; NULL: the implicit one, without children so far */
    uint64_t singles, loops; /* encounters so far in this region */
    struct loop *loop, *doacross;
    /* the loop that it is in */
    uint64_t count, chunk, own, ordered_at; /* iterations; the next one by a static schedule; by the ordered construct */
    int64_t lower, step;
    int schedule;
    bool has_ordered; /* in this iteration */
    uint64_t *dims; /* of a doacross loop: lower, trips, step of each dimension */
    uint32_t dim_count;
    struct team *teams; /* that it is the primary thread of, for its next regions of their sizes */
    struct task *implicit;
};

struct worker {
    sem_t begins; /* a region, or the end */
    struct thread *thread;
    pthread_t id;
    bool ends;
};

/* The calling thread, which may be none of a team's. */
struct thread *heddle_omp_self(void);

/* A region of so many threads, in each of which this runs. */
void heddle_omp_region(uint32_t size, run_code *run, struct code code, const struct heddle_site *place);

/* A region of the calling thread alone. */
struct team *heddle_omp_enter_serial(void);
void heddle_omp_leave_serial(void);

/* Runs the code of the thread's team. */
void heddle_omp_run(struct thread *self);

/* Takes the arguments of a variadic call; those that there are not become NULL. */
void heddle_omp_take_arguments(void **arguments, int count, va_list list);

/* What a construct's code waits for: all threads of the team are here, and all tasks are over. */
void heddle_omp_barrier_at(const struct heddle_site *place);

/* The loop of the thread's next encounter, under the team's lock. */
struct loop *heddle_omp_next_loop(struct thread *self);
void heddle_omp_leave_loop(struct thread *self, struct loop *loop);

/* Where there are tasks (tasks.c); a program without any does not link them. */
void heddle_omp_task_barrier(struct thread *self, const struct heddle_site *place) __attribute__((weak));

/* Settings: what the environment and omp_set_… say. */
struct settings {
    uint32_t threads, max_active, limit;
    int schedule; /* for schedule(runtime): a kind of kmp_sched_t */
    uint64_t chunk;
    bool dynamic, threads_are_said;
};
extern struct settings heddle_omp_settings;
void heddle_omp_read_settings(void);

/* The place of the call that the program makes of this run time: the next operation is told to be there. */
static inline const struct heddle_site *place_of_call(void) { return __heddle_attached ? __heddle_attached->take_call() : NULL; }

/* Something has changed that no operation tells of: no waiting loop is folded across it. */
static inline void has_changed(void) {
    if (__heddle_attached) {
        __heddle_attached->changed();
    }
}

static inline void announce(const struct heddle_site *place) {
    if (__heddle_attached && place) {
        __heddle_attached->call(place);
    }
}

/* Here OpenMP leaves open what happens, and not all of it is explored. */
static inline void tell_open(enum heddle_openmp what, const struct heddle_site *place) {
    if (__heddle_attached && place) {
        __heddle_attached->external(NULL, HEDDLE_EFFECT_OPENMP, (int)what, place);
    }
}

/* An operation at this place. */
#define AT(place, operation) (announce(place), (operation))

void heddle_omp_fail(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));
void *heddle_omp_allocate(size_t size); /* zeroed */

#endif
