/* The functions of omp.h that ask and set. */
#define _GNU_SOURCE
#include "../include/omp.h"
#include "loops.h"
#include "omp_runtime.h"

#include <time.h>
#include <unistd.h>

void omp_set_num_threads(int threads) {
    if (threads > 0) {
        heddle_omp_self()->default_size = (uint32_t)threads;
        heddle_omp_self()->default_is_said = true;
        has_changed();
    }
}
int omp_get_num_threads(void) { return (int)heddle_omp_self()->team->size; }
int omp_get_max_threads(void) { return (int)heddle_omp_self()->default_size; }
int omp_get_thread_num(void) { return (int)heddle_omp_self()->id; }
int omp_in_parallel(void) { return heddle_omp_self()->team->active > 0; }
int omp_get_num_procs(void) { return (int)sysconf(_SC_NPROCESSORS_ONLN); }

void omp_set_dynamic(int dynamic) {
    heddle_omp_read_settings();
    heddle_omp_settings.dynamic = dynamic != 0;
    has_changed();
}
int omp_get_dynamic(void) {
    heddle_omp_read_settings();
    return heddle_omp_settings.dynamic;
}
int omp_get_cancellation(void) { return 0; }

void omp_set_max_active_levels(int levels) {
    heddle_omp_read_settings();
    if (levels >= 0) {
        heddle_omp_settings.max_active = (uint32_t)levels;
        has_changed();
    }
}
int omp_get_max_active_levels(void) {
    heddle_omp_read_settings();
    return heddle_omp_settings.max_active > INT32_MAX ? INT32_MAX : (int)heddle_omp_settings.max_active;
}
int omp_get_supported_active_levels(void) { return INT32_MAX; }
void omp_set_nested(int nested) { omp_set_max_active_levels(nested ? INT32_MAX : 1); }
int omp_get_nested(void) { return omp_get_max_active_levels() > 1; }

static const int kinds[] = {SCHEDULE_STATIC, SCHEDULE_STATIC, SCHEDULE_DYNAMIC, SCHEDULE_GUIDED, SCHEDULE_AUTO};

void omp_set_schedule(omp_sched_t kind, int chunk) {
    heddle_omp_read_settings();
    unsigned plain = (unsigned)kind & ~(unsigned)omp_sched_monotonic;
    if (plain >= omp_sched_static && plain <= omp_sched_auto) {
        heddle_omp_settings.schedule = plain == omp_sched_static && chunk > 0 ? SCHEDULE_STATIC_CHUNKED : kinds[plain];
        heddle_omp_settings.chunk = chunk > 0 ? (uint64_t)chunk : 0;
        has_changed();
    }
}
void omp_get_schedule(omp_sched_t *kind, int *chunk) {
    heddle_omp_read_settings();
    *kind = heddle_omp_settings.schedule == SCHEDULE_DYNAMIC  ? omp_sched_dynamic
            : heddle_omp_settings.schedule == SCHEDULE_GUIDED ? omp_sched_guided
            : heddle_omp_settings.schedule == SCHEDULE_AUTO   ? omp_sched_auto
                                                       : omp_sched_static;
    *chunk = (int)heddle_omp_settings.chunk;
}

int omp_get_thread_limit(void) {
    heddle_omp_read_settings();
    return (int)heddle_omp_settings.limit;
}
int omp_get_level(void) { return (int)heddle_omp_self()->team->level; }
int omp_get_active_level(void) { return (int)heddle_omp_self()->team->active; }

/* The team of the region at this level; NULL where there is none. `id` becomes the number of the thread, or of its ancestor, there. */
static struct team *team_at(int level, uint32_t *id) {
    struct thread *self = heddle_omp_self();
    struct team *team = self->team;
    *id = self->id;
    if (level < 0 || (uint32_t)level > team->level) {
        return NULL;
    }
    while (team->level > (uint32_t)level) {
        *id = team->id_in_outer;
        team = team->outer;
    }
    return team;
}
int omp_get_ancestor_thread_num(int level) {
    uint32_t id;
    return team_at(level, &id) ? (int)id : -1;
}
int omp_get_team_size(int level) {
    uint32_t id;
    const struct team *team = team_at(level, &id);
    return team ? (int)team->size : -1;
}

omp_proc_bind_t omp_get_proc_bind(void) { return omp_proc_bind_false; }
int omp_is_initial_device(void) { return 1; }
int omp_get_num_devices(void) { return 0; }
int omp_get_default_device(void) { return 0; }
void omp_set_default_device(int device) { (void)device; }
int omp_get_initial_device(void) { return 0; }
int omp_get_device_num(void) { return 0; }
int omp_get_max_task_priority(void) { return 0; }

double omp_get_wtime(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
double omp_get_wtick(void) { return 1e-9; }
