/* The runtime's own state. One process is at any time in one mode:
 *
 *   PASSIVE  nobody checks this process: every interposed function forwards to libc
 *   ZYGOTE   loaded and connected, before or between executions; single-threaded but for parked threads
 *   RUNNING  a forked child that executes the program under a plan
 *   ENDING   the child after its PROCESS_EXIT event: no scheduling any more
 */
#ifndef HEDDLE_RUNTIME_H
#define HEDDLE_RUNTIME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/wire.h"
#include "heddle_abi.h"
#include "model/fibers/fiber_state.h"
#include "model/object.h"
#include "model/shared.h"

enum mode { MODE_PASSIVE, MODE_ZYGOTE, MODE_RUNNING, MODE_ENDING };

#define FIRST_OBJECTS 24
#define FIRST_INDEX 128
#define FIRST_IDS 64

/* What the plan asks of the execution: constant from its beginning on. */
struct asked {
    uint32_t points;   /* enum heddle_points */
    uint32_t timeouts; /* enum heddle_timeouts */
    uint32_t expiries; /* how many expiries of each timer may come at any moment, where timeouts may */
    uint32_t spurious; /* how many waits of each thread may end without a signal, see unvaried.h */
    uint32_t allowed; /* bit n: calls may change what enum heddle_machine has as n */
    uint32_t signal, signal_after; /* that somebody sends, and when, see signal_request.c; 0: nobody does */
    uint64_t free_limit; /* see time_limits.h */
    uint64_t failures; /* see core/failures.h */
    bool spurious_everywhere; /* and not only those where the access pass has seen that it matters */
    bool cautious;
    bool counting; /* additions whose results nobody uses commute */
    bool marking; /* stores of one number commute */
    bool alike; /* threads that are alike begin one after the other, see alike.h */
    bool in_turn; /* waits for a semaphore take in turn what was posted: see Dependence.java */
    bool whole_sections; /* critical sections are executed in one go, see whole.h */
    bool sequential; /* specifications are asked for sequential consistency, see core/history/explain.h */
    bool quiescent;  /* likewise for quiescent consistency */
    bool buffers; /* stores go through store buffers, see core/buffers/store_buffer.h */
    bool partial_order; /* each location through one of its own */
    bool older; /* loads may find older values, see older.h */
    bool serial; /* calls of objects under test are executed in one go, see core/history/calls.h */
    bool draws_late; /* nothing is drawn before exploring begins, see core/begin.h */
    bool late_exit; /* the process ends where no other thread can go on */
    bool races; /* races are looked for, see race.h */
    bool leaks; /* leaks are looked for, see leak.h */
    bool handlers_in_calls; /* handlers run in calls alone */
    bool defer_cancellation; /* asynchronous cancellation is taken for deferred */
    bool pedantic; /* what pedantic.h tells of is looked for */
    bool describes; /* call stacks are told, see describe.h */
    bool sources; /* calls are told whose results nobody controls, see sources.h */
};

/* What the execution has shown so far: once it is set, it stays. */
struct seen {
    uint64_t outlasted; /* the longest time limit of which a note tells that it has been outlasted */
    bool time; /* threads wait for times, or look at clocks */
    bool robust_mutex; /* there is one */
    bool processes; /* the program has made other processes, which nobody controls */
    bool outside; /* there is a descriptor that others than this process make ready */
    bool masks; /* threads may block different signals */
    bool cancels_anywhere; /* some thread has asked for asynchronous cancellation */
    bool handlers; /* there may be handlers for signals that threads send */
    bool interrupts, interrupts_for_good; /* there are handlers, and such as have no SA_RESTART, from before there were threads */
    bool outlives_broken_pipes; /* SIGPIPE does not kill the process, from before there were threads */
    bool signals_told; /* others than the thread itself send them, and tell it: see signal_look.c */
    bool process_is_told; /* some are for whichever thread does not block them: who ends takes none from then on */
    bool ended_without_handlers; /* so did one that no handler could run in */
    bool handlers_anywhere; /* and they may run before any visible operation */
    bool timers; /* some timer has been armed */
    const char *alone; /* what it has called that is not modelled beside other processes; NULL: nothing */
    bool claims; /* the program claims something about its memory, see core/claims.h */
    bool older; /* a load has found an older value, see older.h */
    bool begin; /* what is to be explored has begun, see core/begin.h */
    bool alike; /* threads are taken to be alike, see alike.h */
    bool unseen_code; /* code has run that is not instrumented, and may write memory of the program unseen */
    bool goes_round; /* whoever can go on comes back to where it was, so a late exit need not wait: see idle_rounds.c */
    bool polls_on; /* threads that look under a lock go round their loops, see spins_go_on */
};

/* What is known of the program before any execution. */
struct program {
    bool loaded; /* the runtime's own constructor has run */
    bool early_thread; /* a thread was created before main, where that cannot be put off */
    bool unwinder_loaded;
    bool cancels; /* it refers to pthread_cancel */
    bool cancel_types; /* and to pthread_setcanceltype */
    bool tries_locks; /* it refers to functions that try to take locks, or wait for them with a time limit */
    bool own_allocator; /* the executable has its own malloc, which all call */
    bool unseen_allocator; /* and it is not instrumented, so that it may order threads unseen */
    bool changes_files; /* so that its executions run one at a time: see alone.h */
    bool replaces_allocator; /* ours stands in for that of another library than libc */
    uint64_t errno_below; /* bytes from errno to the thread-control block of its thread */
};

/* What a small execution writes lies together at the beginning: every page that a child dirties costs it microseconds. */
struct runtime {
    enum mode mode;
    struct program program;
    struct asked asked;
    struct seen seen;

    /* ---- what happens now ---- */
    struct fiber *current;
    struct fiber *executes; /* whose event is to be executed when its process has got the turn; see processes.h */
    uint32_t processes; /* that the program has forked, and that are part of the execution: see processes.h */
    bool looks; /* the running thread looks at a claim's condition, and executes nothing: see core/claims.h */
    struct fiber *section; /* the thread that is in an atomic section, while nobody else runs; see section.h */
    struct fiber *whole; /* the thread that is in a critical section which is executed in one go: see whole.h */
    uint64_t whole_mutex; /* which it holds */
    struct shared *shared;
    const struct heddle_site *site; /* of the interposed call that is about to happen, see take_site */
    uint64_t frame; /* of the function that the program has called and that took its site last */
    uint32_t fiber_count, live_count;
    uint32_t allocates; /* id of the thread from whose arena blocks come, see heap.c */
    uint64_t local_changes; /* changes of the heap, and readings of clocks: see await.c */
    uint64_t heap_changes; /* of local_changes: allocations and frees */
    uint64_t heap_blocks; /* a sum over the blocks in use: equal where the same ones are */
    uint64_t stack_reads; /* plain reads of threads from their own stacks, of plain_reads */
    uint64_t stack_writes; /* plain writes of threads to their own stacks, of plain_writes */
    uint64_t counting_writes; /* of plain_writes: by threads that look at clocks, into numbers that only count (vain.c) */
    bool debugged; /* fibers are kernel threads: see debug.c */
    bool seeks_cycles; /* see cycle.h */
    bool signs_states; /* the state of all threads is known as a number: see signature.h */
    uint64_t channel_calls; /* of local_changes: calls on descriptors that are operations */
    uint64_t far_readings; /* of local_changes: readings of clocks from TIME_IS_FAR on */
    bool watches_memory; /* what threads access is taken down: see cycle_memory.h */
    bool looked; /* some thread has just looked at something: see await.c */
    bool request_awaited; /* the main thread has not come to where somebody sends asked.signal */
    const struct fiber *sends_last; /* the thread that sends it when nothing else can happen */
    uint16_t first_ids[FIRST_IDS]; /* fiber index + 1 of the smallest thread ids */
    uint32_t first_index[FIRST_INDEX]; /* objects.c */
    struct object first_objects[FIRST_OBJECTS];
    struct fiber fibers[MAX_FIBERS];
};

extern struct runtime rt;

/* An execution begins that the plan asks for so. */
void runtime_ask(const struct heddle_plan *plan);

/* How often all threads have changed what others may see, and no event tells of it. */
static inline uint64_t unseen_changes(void) { return rt.shared->plain_writes - rt.stack_writes + rt.local_changes; }

/* How many accesses and calls of all threads there were that no event tells of. */
static inline uint64_t unseen_accesses(void) { return rt.shared->plain_reads + unseen_changes(); }

static inline struct public_fiber *public_fiber(uint32_t index) {
    return index < FIRST_FIBERS ? &rt.shared->first_fibers[index] : &rt.shared->more_fibers[index - FIRST_FIBERS];
}

static inline bool running(void) { return rt.mode == MODE_RUNNING; }

/* The number of the running process among those of the execution: see processes.h. */
static inline uint32_t this_process(void) { return UNLIKELY(rt.processes) ? rt.current->process : 0; }

/* The source position of the interposed call that is being made: the site that instrumented code announced, else the
 * caller's address. Takes it: the next call has its own. */
static inline uint64_t take_site(const void *return_address, const void *frame) {
    rt.frame = (uint64_t)(uintptr_t)frame;
    const struct heddle_site *site = rt.site;
    rt.site = NULL;
    return site ? (uint64_t)(uintptr_t)site : (uint64_t)(uintptr_t)return_address;
}
#define SITE() take_site(__builtin_return_address(0), __builtin_frame_address(0))

/* The interposed function that is called next has this site. */
static inline void pass_site(uint64_t site) { rt.site = (const struct heddle_site *)(uintptr_t)site; }

/* For a function that is another one under a second name: what it calls next takes its caller for its own. */
#define PASS_SITE() pass_site(SITE())

/* A call of libc that allocates what it returns: by malloc, as if the program itself called that from the site. */
#define ALLOCATING(from, call)            \
    ({                                    \
        pass_site(from);                  \
        __typeof__(call) given_ = (call); \
        rt.site = NULL;                   \
        given_;                           \
    })

#endif
