/* What threads of a team do together: barriers, and the single, masked, critical and reduction constructs. */
#define _GNU_SOURCE
#include "omp_runtime.h"

#include <sched.h>

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
