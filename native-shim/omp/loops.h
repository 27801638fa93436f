/* Kinds of schedules, as clang names them by numbers (kmp_sched_t). */
#ifndef HEDDLE_OMP_LOOPS_H
#define HEDDLE_OMP_LOOPS_H

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

#endif
