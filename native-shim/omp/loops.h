/* Iterations of loops; kinds of schedules, as clang names them by numbers (kmp_sched_t). */
#ifndef HEDDLE_OMP_LOOPS_H
#define HEDDLE_OMP_LOOPS_H

#include <stdbool.h>
#include <stdint.h>

#define SCHEDULE_STATIC_CHUNKED 33
#define SCHEDULE_STATIC 34
#define SCHEDULE_DYNAMIC 35
#define SCHEDULE_GUIDED 36
#define SCHEDULE_RUNTIME 37
#define SCHEDULE_AUTO 38
#define SCHEDULE_BALANCED_CHUNKED 45
#define ORDERED_FROM 64 /* 32 more than without the ordered clause */
#define ORDERED_TO 96
#define ORDERED_LESS 32
#define DISTRIBUTE_CHUNKED 91
#define DISTRIBUTE 92
#define NOT_MERGED_FROM 160
#define MODIFIERS (3 << 29) /* monotonic, nonmonotonic */

/* How many iterations a loop has; both bounds are iterations, unless there are none. */
uint64_t heddle_omp_trips(int64_t lower, int64_t upper, int64_t step, bool is_unsigned);

/* Iterations, counted from 0. */
struct part {
    uint64_t from, count;
};

/* One of so many parts of nearly equal size. */
struct part heddle_omp_part(uint64_t count, uint64_t number, uint64_t parts);

#endif
