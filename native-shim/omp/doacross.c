/* Doacross loops: `ordered depend(source)` and `depend(sink)`, or `doacross`. */
#define _GNU_SOURCE
#include "loops.h"
#include "omp_runtime.h"

#include <stdlib.h>
#include <string.h>

/* kmp_dim: one of the nested loops */
struct dim {
    int64_t lower, upper, step;
};

static uint64_t trips_of(const struct dim *dim) { return heddle_omp_trips(dim->lower, dim->upper, dim->step, false); }

void __kmpc_doacross_init(struct loc *loc, int gtid, int count, const struct dim *dims) {
    (void)loc, (void)gtid;
    const struct heddle_site *place = place_of_call();
    struct thread *self = heddle_omp_self();
    self->dim_count = (uint32_t)count;
    self->dims = heddle_omp_allocate((size_t)count * sizeof *dims);
    memcpy(self->dims, dims, (size_t)count * sizeof *dims);
    uint64_t all = 1;
    for (int i = 0; i < count; i++) {
        all *= trips_of(&dims[i]);
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
        const struct dim *dim = &self->dims[i];
        uint64_t trips = trips_of(dim);
        bool is_before = dim->step > 0 ? at[i] < dim->lower : at[i] > dim->lower;
        uint64_t trip = (uint64_t)((at[i] - dim->lower) / dim->step);
        if (is_before || trip >= trips) {
            return -1;
        }
        number = number * trips + trip;
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
