/* The functions of OpenMP 5.2 that Heddle's run time has: `heddle cc -fopenmp` finds this header, and links the run time. */
#ifndef HEDDLE_OMP_H
#define HEDDLE_OMP_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum omp_sched_t {
    omp_sched_static = 1,
    omp_sched_dynamic = 2,
    omp_sched_guided = 3,
    omp_sched_auto = 4,
    omp_sched_monotonic = (int)0x80000000u
} omp_sched_t;

typedef enum omp_proc_bind_t {
    omp_proc_bind_false = 0,
    omp_proc_bind_true = 1,
    omp_proc_bind_primary = 2,
    omp_proc_bind_master = omp_proc_bind_primary,
    omp_proc_bind_close = 3,
    omp_proc_bind_spread = 4
} omp_proc_bind_t;

typedef enum omp_sync_hint_t {
    omp_sync_hint_none = 0,
    omp_lock_hint_none = omp_sync_hint_none,
    omp_sync_hint_uncontended = 1,
    omp_lock_hint_uncontended = omp_sync_hint_uncontended,
    omp_sync_hint_contended = 2,
    omp_lock_hint_contended = omp_sync_hint_contended,
    omp_sync_hint_nonspeculative = 4,
    omp_lock_hint_nonspeculative = omp_sync_hint_nonspeculative,
    omp_sync_hint_speculative = 8,
    omp_lock_hint_speculative = omp_sync_hint_speculative
} omp_sync_hint_t;
typedef omp_sync_hint_t omp_lock_hint_t;

/* Mutexes, of which the second may be taken again by the task that has it. */
typedef struct omp_lock_t {
    uint64_t heddle_mutex[5];
} omp_lock_t;
typedef struct omp_nest_lock_t {
    uint64_t heddle_mutex[5];
    int heddle_count;
} omp_nest_lock_t;

#ifdef __cplusplus
#define HEDDLE_OMP_NOTHROW_ noexcept
#else
#define HEDDLE_OMP_NOTHROW_ __attribute__((nothrow))
#endif

void omp_set_num_threads(int threads) HEDDLE_OMP_NOTHROW_;
int omp_get_num_threads(void) HEDDLE_OMP_NOTHROW_;
int omp_get_max_threads(void) HEDDLE_OMP_NOTHROW_;
int omp_get_thread_num(void) HEDDLE_OMP_NOTHROW_;
int omp_get_num_procs(void) HEDDLE_OMP_NOTHROW_;
int omp_in_parallel(void) HEDDLE_OMP_NOTHROW_;
void omp_set_dynamic(int dynamic) HEDDLE_OMP_NOTHROW_;
int omp_get_dynamic(void) HEDDLE_OMP_NOTHROW_;
int omp_get_cancellation(void) HEDDLE_OMP_NOTHROW_;
void omp_set_nested(int nested) HEDDLE_OMP_NOTHROW_;
int omp_get_nested(void) HEDDLE_OMP_NOTHROW_;
void omp_set_schedule(omp_sched_t kind, int chunk) HEDDLE_OMP_NOTHROW_;
void omp_get_schedule(omp_sched_t *kind, int *chunk) HEDDLE_OMP_NOTHROW_;
int omp_get_thread_limit(void) HEDDLE_OMP_NOTHROW_;
int omp_get_supported_active_levels(void) HEDDLE_OMP_NOTHROW_;
void omp_set_max_active_levels(int levels) HEDDLE_OMP_NOTHROW_;
int omp_get_max_active_levels(void) HEDDLE_OMP_NOTHROW_;
int omp_get_level(void) HEDDLE_OMP_NOTHROW_;
int omp_get_ancestor_thread_num(int level) HEDDLE_OMP_NOTHROW_;
int omp_get_team_size(int level) HEDDLE_OMP_NOTHROW_;
int omp_get_active_level(void) HEDDLE_OMP_NOTHROW_;
int omp_in_final(void) HEDDLE_OMP_NOTHROW_;
omp_proc_bind_t omp_get_proc_bind(void) HEDDLE_OMP_NOTHROW_;
int omp_get_num_teams(void) HEDDLE_OMP_NOTHROW_;
int omp_get_team_num(void) HEDDLE_OMP_NOTHROW_;
int omp_is_initial_device(void) HEDDLE_OMP_NOTHROW_;
int omp_get_num_devices(void) HEDDLE_OMP_NOTHROW_;
int omp_get_default_device(void) HEDDLE_OMP_NOTHROW_;
void omp_set_default_device(int device) HEDDLE_OMP_NOTHROW_;
int omp_get_initial_device(void) HEDDLE_OMP_NOTHROW_;
int omp_get_device_num(void) HEDDLE_OMP_NOTHROW_;
int omp_get_max_task_priority(void) HEDDLE_OMP_NOTHROW_;

void omp_init_lock(omp_lock_t *lock) HEDDLE_OMP_NOTHROW_;
void omp_init_lock_with_hint(omp_lock_t *lock, omp_sync_hint_t hint) HEDDLE_OMP_NOTHROW_;
void omp_destroy_lock(omp_lock_t *lock) HEDDLE_OMP_NOTHROW_;
void omp_set_lock(omp_lock_t *lock) HEDDLE_OMP_NOTHROW_;
void omp_unset_lock(omp_lock_t *lock) HEDDLE_OMP_NOTHROW_;
int omp_test_lock(omp_lock_t *lock) HEDDLE_OMP_NOTHROW_;
void omp_init_nest_lock(omp_nest_lock_t *lock) HEDDLE_OMP_NOTHROW_;
void omp_init_nest_lock_with_hint(omp_nest_lock_t *lock, omp_sync_hint_t hint) HEDDLE_OMP_NOTHROW_;
void omp_destroy_nest_lock(omp_nest_lock_t *lock) HEDDLE_OMP_NOTHROW_;
void omp_set_nest_lock(omp_nest_lock_t *lock) HEDDLE_OMP_NOTHROW_;
void omp_unset_nest_lock(omp_nest_lock_t *lock) HEDDLE_OMP_NOTHROW_;
int omp_test_nest_lock(omp_nest_lock_t *lock) HEDDLE_OMP_NOTHROW_;

double omp_get_wtime(void) HEDDLE_OMP_NOTHROW_;
double omp_get_wtick(void) HEDDLE_OMP_NOTHROW_;

#undef HEDDLE_OMP_NOTHROW_
#ifdef __cplusplus
}
#endif
#endif
