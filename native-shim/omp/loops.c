/* Worksharing loops and sections: which thread gets which iterations. Iterations are counted from 0; bounds are the user's, both of them
 * iterations. */
#define _GNU_SOURCE
#include "loops.h"
#include "omp_runtime.h"

#include <stdlib.h>

static uint64_t trips(int64_t lower, int64_t upper, int64_t step, bool is_unsigned) {
    bool none = is_unsigned ? (step > 0 ? (uint64_t)upper < (uint64_t)lower : (uint64_t)lower < (uint64_t)upper)
                            : (step > 0 ? upper < lower : lower < upper);
    if (none) {
        return 0;
    }
    uint64_t span = step > 0 ? (uint64_t)upper - (uint64_t)lower : (uint64_t)lower - (uint64_t)upper;
    return span / (step > 0 ? (uint64_t)step : -(uint64_t)step) + 1;
}

/* ---- static schedules: no thread needs to ask others ---- */

/* The part of a thread in one block of a loop. */
struct part {
    uint64_t from, count;
};

static struct part block(uint64_t count, uint32_t id, uint32_t size) {
    uint64_t small = count / size;
    uint64_t more = count % size;
    return (struct part){id * small + (id < more ? id : more), small + (id < more)};
}

/* The bounds become those of the thread's part. */
static void static_init(int schedule, int *last, int64_t *lower, int64_t *upper, int64_t *stride, int64_t step, int64_t chunk,
                        bool is_unsigned) {
    struct thread *self = heddle_omp_self();
    uint32_t id = self->id;
    uint32_t size = self->team->size;
    schedule &= ~MODIFIERS;
    if (schedule == DISTRIBUTE || schedule == DISTRIBUTE_CHUNKED) {
        schedule = schedule == DISTRIBUTE ? SCHEDULE_STATIC : SCHEDULE_STATIC_CHUNKED;
        id = self->league.id;
        size = self->league.size > 0 ? self->league.size : 1;
    }
    uint64_t count = trips(*lower, *upper, step, is_unsigned);
    int64_t is_last = 0;
    if (count == 0) {
        *stride = step;
    } else if (schedule == SCHEDULE_STATIC_CHUNKED || schedule == SCHEDULE_BALANCED_CHUNKED) {
        uint64_t each = chunk > 0 ? (uint64_t)chunk : 1;
        *stride = (int64_t)(each * (uint64_t)step * size);
        is_last = id == (count - 1) / each % size;
        *lower += (int64_t)(each * (uint64_t)step * id);
        *upper = *lower + (int64_t)((each - 1) * (uint64_t)step);
    } else {
        struct part part = block(count, id, size);
        *stride = (int64_t)(count * (uint64_t)step);
        is_last = part.count > 0 && part.from + part.count == count;
        int64_t first = *lower + (int64_t)(part.from * (uint64_t)step);
        *upper = first + (int64_t)((part.count - 1) * (uint64_t)step);
        *lower = first;
    }
    if (last) {
        *last = (int)is_last;
    }
}

#define STATIC_INIT(suffix, type, step_type, is_unsigned)                                                              \
    void __kmpc_for_static_init_##suffix(struct loc *loc, int gtid, int schedule, int *last, type *lower, type *upper, \
                                         step_type *stride, step_type step, step_type chunk) {                        \
        (void)loc, (void)gtid;                                                                                         \
        int64_t from = (int64_t)*lower, to = (int64_t)*upper, by = 0;                                                  \
        static_init(schedule, last, &from, &to, &by, step, chunk, is_unsigned);                                        \
        *lower = (type)from;                                                                                           \
        *upper = (type)to;                                                                                             \
        *stride = (step_type)by;                                                                                       \
    }
STATIC_INIT(4, int32_t, int32_t, false)
STATIC_INIT(4u, uint32_t, int32_t, true)
STATIC_INIT(8, int64_t, int64_t, false)
STATIC_INIT(8u, uint64_t, int64_t, true)

void __kmpc_for_static_fini(struct loc *loc, int gtid) { (void)loc, (void)gtid; }

/* `distribute parallel for`: the part of the team, and of it that of the thread. */
#define DISTRIBUTE_INIT(suffix, type, step_type)                                                                       \
    void __kmpc_dist_for_static_init_##suffix(struct loc *loc, int gtid, int schedule, int *last, type *lower,         \
                                              type *upper, type *team_upper, step_type *stride, step_type step,       \
                                              step_type chunk) {                                                      \
        step_type team_stride;                                                                                         \
        __kmpc_for_static_init_##suffix(loc, gtid, DISTRIBUTE, NULL, lower, upper, &team_stride, step, 0);             \
        *team_upper = *upper;                                                                                          \
        __kmpc_for_static_init_##suffix(loc, gtid, schedule, last, lower, upper, stride, step, chunk);                 \
    }
DISTRIBUTE_INIT(4, int32_t, int32_t)
DISTRIBUTE_INIT(4u, uint32_t, int32_t)
DISTRIBUTE_INIT(8, int64_t, int64_t)
DISTRIBUTE_INIT(8u, uint64_t, int64_t)

/* ---- loops that the team shares ---- */

struct loop *heddle_omp_next_loop(struct thread *self) {
    struct team *team = self->team;
    uint64_t number = ++self->loops;
    struct loop **at = &team->loops;
    while (*at && (*at)->number != number) {
        at = &(*at)->next;
    }
    if (!*at) {
        *at = heddle_omp_allocate(sizeof **at);
        (*at)->number = number;
    }
    return *at;
}

void heddle_omp_leave_loop(struct thread *self, struct loop *loop) {
    struct team *team = self->team;
    if (++loop->left < team->size) {
        return;
    }
    struct loop **at = &team->loops;
    while (*at != loop) {
        at = &(*at)->next;
    }
    *at = loop->next;
    free(loop->posted);
    free(loop);
}

static void dispatch_init(int schedule, int64_t lower, int64_t upper, int64_t step, int64_t chunk, bool is_unsigned) {
    const struct heddle_site *place = place_of_call();
    struct thread *self = heddle_omp_self();
    schedule &= ~MODIFIERS;
    schedule -= schedule >= NOT_MERGED_FROM ? NOT_MERGED_FROM - ORDERED_LESS : 0;
    bool is_ordered = schedule >= ORDERED_FROM && schedule < ORDERED_TO && schedule != DISTRIBUTE && schedule != DISTRIBUTE_CHUNKED;
    schedule -= is_ordered ? ORDERED_LESS : 0;
    if (schedule == SCHEDULE_RUNTIME) {
        schedule = heddle_omp_settings.schedule;
        chunk = (int64_t)heddle_omp_settings.chunk;
    }
    self->count = trips(lower, upper, step, is_unsigned);
    self->lower = lower;
    self->step = step;
    self->chunk = chunk > 0 ? (uint64_t)chunk : 1;
    self->own = 0;
    self->has_ordered = false;
    self->schedule = schedule;
    has_changed();
    bool is_static = schedule != SCHEDULE_DYNAMIC && schedule != SCHEDULE_GUIDED;
    self->loop = NULL;
    if (is_ordered || !is_static) {
        AT(place, pthread_mutex_lock(&self->team->lock));
        self->loop = heddle_omp_next_loop(self);
        AT(place, pthread_mutex_unlock(&self->team->lock));
    }
}

/* The next iterations by a static schedule. */
static struct part static_next(struct thread *self) {
    uint32_t size = self->team->size;
    if (self->schedule == SCHEDULE_STATIC || self->schedule == SCHEDULE_AUTO) {
        struct part part = block(self->count, self->id, size);
        return self->own++ == 0 ? part : (struct part){0, 0};
    }
    uint64_t from = (self->own++ * size + self->id) * self->chunk;
    uint64_t left = from < self->count ? self->count - from : 0;
    return (struct part){from, left < self->chunk ? left : self->chunk};
}

/* The next iterations that nobody has, under the team's lock. */
static struct part shared_next(struct thread *self) {
    struct loop *loop = self->loop;
    uint64_t left = self->count - loop->given;
    uint64_t many = self->chunk;
    if (self->schedule == SCHEDULE_GUIDED && left / (2 * self->team->size) > many) {
        many = left / (2 * self->team->size);
    }
    struct part part = {loop->given, left < many ? left : many};
    loop->given += part.count;
    return part;
}

static int dispatch_next(int *last, int64_t *lower, int64_t *upper, int64_t *stride) {
    const struct heddle_site *place = place_of_call();
    struct thread *self = heddle_omp_self();
    struct team *team = self->team;
    bool is_shared = self->schedule == SCHEDULE_DYNAMIC || self->schedule == SCHEDULE_GUIDED;
    struct part part = is_shared ? (struct part){0, 0} : static_next(self);
    if (self->loop && (is_shared || part.count == 0)) {
        AT(place, pthread_mutex_lock(&team->lock));
        part = is_shared ? shared_next(self) : part;
        if (part.count == 0) {
            heddle_omp_leave_loop(self, self->loop);
            self->loop = NULL;
        }
        AT(place, pthread_mutex_unlock(&team->lock));
    }
    has_changed();
    if (part.count == 0) {
        return 0;
    }
    self->ordered_at = part.from;
    *lower = self->lower + (int64_t)(part.from * (uint64_t)self->step);
    *upper = *lower + (int64_t)((part.count - 1) * (uint64_t)self->step);
    *stride = self->step;
    if (last) {
        *last = part.from + part.count == self->count;
    }
    return 1;
}

/* ---- the ordered construct: iterations in their order ---- */

static void await_turn(struct thread *self, const struct heddle_site *place) {
    AT(place, pthread_mutex_lock(&self->team->lock));
    while (self->loop->ordered != self->ordered_at) {
        AT(place, pthread_cond_wait(&self->team->news, &self->team->lock));
    }
}

static void pass_turn(struct thread *self, const struct heddle_site *place) {
    self->loop->ordered++;
    AT(place, pthread_cond_broadcast(&self->team->news));
    AT(place, pthread_mutex_unlock(&self->team->lock));
}

void __kmpc_ordered(struct loc *loc, int gtid) {
    (void)loc, (void)gtid;
    const struct heddle_site *place = place_of_call();
    struct thread *self = heddle_omp_self();
    if (self->loop) {
        await_turn(self, place);
        AT(place, pthread_mutex_unlock(&self->team->lock));
    }
}

void __kmpc_end_ordered(struct loc *loc, int gtid) {
    (void)loc, (void)gtid;
    const struct heddle_site *place = place_of_call();
    struct thread *self = heddle_omp_self();
    if (self->loop) {
        self->has_ordered = true;
        AT(place, pthread_mutex_lock(&self->team->lock));
        pass_turn(self, place);
    }
}

/* An iteration of a loop with the ordered clause is over. */
static void dispatch_fini(void) {
    const struct heddle_site *place = place_of_call();
    struct thread *self = heddle_omp_self();
    if (self->loop && !self->has_ordered) {
        await_turn(self, place);
        pass_turn(self, place);
    }
    self->has_ordered = false;
    self->ordered_at++;
    has_changed();
}

#define DISPATCH(suffix, type, step_type, is_unsigned)                                                                 \
    void __kmpc_dispatch_init_##suffix(struct loc *loc, int gtid, int schedule, type lower, type upper, step_type step, \
                                       step_type chunk) {                                                             \
        (void)loc, (void)gtid;                                                                                         \
        dispatch_init(schedule, (int64_t)lower, (int64_t)upper, step, chunk, is_unsigned);                             \
    }                                                                                                                  \
    int __kmpc_dispatch_next_##suffix(struct loc *loc, int gtid, int *last, type *lower, type *upper,                  \
                                      step_type *stride) {                                                            \
        (void)loc, (void)gtid;                                                                                         \
        int64_t from = 0, to = 0, by = 0;                                                                              \
        int more = dispatch_next(last, &from, &to, &by);                                                               \
        if (more) {                                                                                                    \
            *lower = (type)from;                                                                                       \
            *upper = (type)to;                                                                                         \
            *stride = (step_type)by;                                                                                   \
        }                                                                                                              \
        return more;                                                                                                   \
    }                                                                                                                  \
    void __kmpc_dispatch_fini_##suffix(struct loc *loc, int gtid) {                                                    \
        (void)loc, (void)gtid;                                                                                         \
        dispatch_fini();                                                                                               \
    }
DISPATCH(4, int32_t, int32_t, false)
DISPATCH(4u, uint32_t, int32_t, true)
DISPATCH(8, int64_t, int64_t, false)
DISPATCH(8u, uint64_t, int64_t, true)

void __kmpc_dispatch_deinit(struct loc *loc, int gtid) { (void)loc, (void)gtid; }
