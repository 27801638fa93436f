/* What the zygote reads after an execution, however it ended. */
#ifndef HEDDLE_SHARED_H
#define HEDDLE_SHARED_H

#include "base/wire.h"

#define MAX_FIBERS 16384
#define MAX_NOTES 256
#define MAX_RACES 256
#define MAX_STACKS 8192
#define KEPT_STACKS 128 /* of these, for what is told at the end */
#define MAX_TOUCHES (1u << 18)
#define MAX_READY (16u << 20)
#define EVENT_CAPACITY (2u << 20)
#define FIRST_FIBERS 8
#define MAX_MADE 1024
#define MAX_OWN_NAMES 256

struct public_fiber {
    struct heddle_thread_info info;
    struct heddle_event pending; /* kind 0: has none (finished, or running towards its next operation) */
    uint32_t finished;
    uint32_t reserved;
};

/* Something of System V that has to be removed, see system_v.c. */
struct made_object {
    uint32_t kind;
    int32_t id;
};

enum judges { NO_JUDGE, JUDGES_HISTORY, JUDGES_MEMORY };

/* Lives in memory shared between zygote and child. Laid out so that a small execution dirties one page: the first fibers, then the first
 * events, lie behind the header. */
struct shared {
    uint32_t outcome; /* enum heddle_outcome once the child knows it, else 0 */
    int32_t status;
    uint32_t running; /* id of the thread that runs */
    uint32_t event_count;
    uint32_t fiber_count;
    uint32_t note_count;
    uint32_t exiting; /* PROCESS_EXIT was executed */
    uint32_t kills_itself; /* the program sends SIGKILL to its own process, which nobody else then has done */
    uint32_t forked; /* the program forked: its process group must be killed */
    uint32_t wants_fibers; /* the execution needs that many parked threads; run it again with them */
    uint32_t diverged_step;
    uint32_t diverged_reason;
    uint32_t race_count;
    uint32_t stack_count;
    uint32_t touch_count;
    uint32_t made_count;
    uint32_t own_name_count;
    uint32_t broken; /* length of broken_text: an invariant of the runtime does not hold, see base/invariant.h */
    uint32_t ready_count; /* words of `ready` */
    uint32_t wants_ends; /* run it again with ends of processes that are events: see enum process_ends */
    uint32_t wants_alone; /* it is about to change a file: run it again while no other execution runs */
    uint32_t wants_unwinder; /* pthread_exit was called: load libc's unwinder and run the execution again */
    uint32_t judges; /* enum judges: a function of the program runs that judges it, and was named at `judges_from` */
    const char *wants_uncontrolled; /* why to run it again with other processes that nobody controls: see processes.h */
    uint64_t judges_from;
    uint64_t alone_until; /* of real time: when main created the first thread */
    uint64_t plain_reads, plain_writes, atomics, weak_atomics;
    uint32_t foreign_atomics;
    struct heddle_event diverged_actual;
    struct public_fiber first_fibers[FIRST_FIBERS];
    struct heddle_event events[EVENT_CAPACITY];
    struct public_fiber more_fibers[MAX_FIBERS - FIRST_FIBERS];
    struct heddle_note notes[MAX_NOTES];
    struct heddle_race races[MAX_RACES];
    struct heddle_stack stacks[MAX_STACKS];
    struct heddle_touch touches[MAX_TOUCHES];
    uint64_t ready[MAX_READY]; /* what the names of the events stand for, see ready_words.h */
    struct heddle_event pending[MAX_FIBERS]; /* of the result that the zygote is sending */
    struct heddle_thread_info threads[MAX_FIBERS];
    struct made_object made[MAX_MADE];
    uint64_t own_names[MAX_OWN_NAMES]; /* numbers of those that were used, see own_names.c */
    char broken_text[256];
    uint32_t vain_waits; /* of real time, in a row, for what others make ready; kept from one execution to the next */
};

#endif
