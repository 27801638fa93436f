/* Doacross loops: `ordered depend(source)` and `depend(sink)`, or `doacross`. */
#define _GNU_SOURCE
#include "omp_runtime.h"

#include <stdlib.h>
#include <string.h>

struct dim {
    int64_t lower, upper, step;
};

void __kmpc_doacross_init(struct loc *loc, int gtid, int count, const struct dim *dims) {
    (void)loc, (void)gtid;
    const struct heddle_site *place = place_of_call();
    struct thread *self = heddle_omp_self();
    self->dim_count = (uint32_t)count;
    self->dims = heddle_omp_allocate(3 * (size_t)count * sizeof *self->dims);
    uint64_t all = 1;
    for (int i = 0; i < count; i++) {
        const struct dim *dim = &dims[i];
        uint64_t span = dim->step > 0 ? (uint64_t)(dim->upper - dim->lower) : (uint64_t)(dim->lower - dim->upper);
        uint64_t trips = span / (uint64_t)(dim->step > 0 ? dim->step : -dim->step) + 1;
        self->dims[3 * i] = (uint64_t)dim->lower;
        self->dims[3 * i + 1] = trips;
        self->dims[3 * i + 2] = (uint64_t)dim->step;
        all *= trips;
    }
    AT(place, pthread_mutex_lock(&self->team->lock));
    self->doacross = heddle_omp_next_loop(self);
    if (!self->doacross->posted) {
        self->doacross->posted = heddle_omp_allocate(all);
    }
    AT(place, pthread_mutex_unlock(&self->team->lock));
    has_changed();
}

/* Which iteration it is, from 0 on; -1 where it is none of the loop's. */
static int64_t linear(const struct thread *self, const int64_t *at) {
    uint64_t number = 0;
    for (uint32_t i = 0; i < self->dim_count; i++) {
        const uint64_t *dim = &self->dims[3 * i];
        int64_t trip = (at[i] - (int64_t)dim[0]) / (int64_t)dim[2];
        bool before = (int64_t)dim[2] > 0 ? at[i] < (int64_t)dim[0] : at[i] > (int64_t)dim[0];
        if (before || (uint64_t)trip >= dim[1]) {
            return -1;
        }
        number = number * dim[1] + (uint64_t)trip;
    }
    return (int64_t)number;
}

/* Under the team's lock: waits until the iteration has been posted, or posts it. */
static void with_iteration(const int64_t *at, bool posts, const struct heddle_site *place) {
    struct thread *self = heddle_omp_self();
    int64_t number = linear(self, at);
    if (number < 0) {
        return;
    }
    AT(place, pthread_mutex_lock(&self->team->lock));
    if (posts) {
        self->doacross->posted[number] = 1;
        AT(place, pthread_cond_broadcast(&self->team->news));
    }
    while (!self->doacross->posted[number]) {
        AT(place, pthread_cond_wait(&self->team->news, &self->team->lock));
    }
    AT(place, pthread_mutex_unlock(&self->team->lock));
}

void __kmpc_doacross_wait(struct loc *loc, int gtid, const int64_t *at) {
    (void)loc, (void)gtid;
    with_iteration(at, false, place_of_call());
}

void __kmpc_doacross_post(struct loc *loc, int gtid, const int64_t *at) {
    (void)loc, (void)gtid;
    with_iteration(at, true, place_of_call());
}

void __kmpc_doacross_fini(struct loc *loc, int gtid) {
    (void)loc, (void)gtid;
    const struct heddle_site *place = place_of_call();
    struct thread *self = heddle_omp_self();
    AT(place, pthread_mutex_lock(&self->team->lock));
    heddle_omp_leave_loop(self, self->doacross);
    AT(place, pthread_mutex_unlock(&self->team->lock));
    self->doacross = NULL;
    free(self->dims);
    self->dims = NULL;
    has_changed();
}
