/* What the runtime keeps of a thread of the program. */
#ifndef HEDDLE_FIBER_STATE_H
#define HEDDLE_FIBER_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/wire.h"

/* A wait on a condition variable, or at a barrier. */
struct fiber_wait {
    bool signalled;        /* between COND_SIGNAL and COND_WAKE, or the last BARRIER_ARRIVE and BARRIER_LEAVE */
    bool alone;            /* when it was signalled, no other thread could have been instead */
    bool serial;           /* the thread that gets PTHREAD_BARRIER_SERIAL_THREAD */
    bool interrupted;      /* it has ended because the thread was cancelled, or has a signal to handle */
    uint32_t recursion;    /* COND_WAIT: the mutex's depth to restore */
    uint32_t spurious;     /* waits so far that may have ended without a signal */
    uint32_t woken_at;     /* how many events there were when the thread was last woken */
    struct fiber *next;    /* in object.waiters */
    bool is_private;       /* on a futex: private calls of its own process wake it, and no others */
    uint64_t mutex;        /* of the last wait on a condition variable */
    uint64_t site;         /* of that wait */
    const char *function;  /* that waits so */
    uint64_t condition;    /* that signals interrupt; see cond_interruption.h */
    uint64_t cancels;      /* that a cancellation interrupts */
    uint64_t outlives;     /* the object that let the thread go and has been destroyed since: see lifetime_let_go */
};

/* Virtual time, in nanoseconds since the start. */
struct fiber_time {
    uint64_t now;
    uint64_t ran, process_ran; /* of CPU time: the thread, and the process as far as the thread knows */
    uint64_t children_ran;     /* and the processes that it has waited for */
    uint32_t readings_in_vain; /* of clocks, since it last did anything else; see vain.h */
    uint64_t changes;          /* what threads had changed when it last did */
    uint64_t slept_from;       /* when the sleep began that it is in; 0: it is in none */
    uint64_t passes_to;        /* the time that it sleeps to while timers are awaited that expire before; see timers_pass */
    uint64_t free_until;       /* the deadline of the wait that it begins, which may time out at any moment; 0: it may not */
    uint32_t free_waits;       /* such waits so far; see time_limits.h */
};

/* A call of a function that is not async-signal-safe. */
struct fiber_unsafe {
    const char *function; /* NULL: there was none */
    uint32_t executed;    /* the events of its thread when it ended, or when it began where it goes on */
    bool comes_later;     /* than the last signal of somebody else, for events between the two order them */
    uint32_t in_handlers; /* how many such calls handlers have made */
};

struct fiber_signals {
    uint64_t blocked; /* bit n - 1 for signal n; see signal_pending.h */
    uint64_t pending; /* for the thread alone */
    bool due;         /* the mask that a call has set for its time lets one through that was pending before */
    uint64_t from_others; /* of those pending, or handled: somebody else has sent it last while the thread did not block it */
    uint64_t told;    /* how many arrivals it has seen; see signal_look.c */
    uint32_t handlers; /* that it is in */
    uint64_t stack, stack_size; /* the alternate one; size 0: none */
    struct fiber_unsafe unsafe; /* the last one that it has made, but for handlers: theirs come back to the one before */
    uint32_t arrived; /* its events when somebody else last sent it one that it did not block */
    uint32_t arrived_at; /* the epoch of the sender then */
    const char *
        interrupted; /* the function that is not async-signal-safe, and that the handlers it is in have interrupted; NULL: none */
    uint64_t elsewhere; /* how many accesses of others no event tells of, while it was in them */
};

struct fiber_cancel {
    bool requested;
    bool disabled; /* it does not accept it */
    bool asynchronous; /* its type */
    bool looked; /* the call that it makes has been announced, and it has looked whether it is cancelled */
};

/* What it has announced besides its operation. */
struct fiber_access {
    uint16_t failure_order; /* memory order of its compare-and-swap if that fails */
    bool frees; /* the plain write ends the life of the memory */
    bool unreadable; /* the memory may not be readable, before the access or after it */
    uint64_t forwarded; /* a bit for each byte that it finds as the thread itself has stored it, not yet in memory */
    bool redirects; /* the program makes it where it is told to, and so can find an older value */
};

/* The call of an object under test that it is in, see core/history/calls.h. */
struct fiber_call {
    bool is_open;
    bool is_section; /* it is executed in one go, and is an atomic section of its own */
    bool may_wait; /* for good, where it does so one at a time as well */
    uint64_t object;
};

/* The stream that it is closing, see stream.c. */
struct fiber_closing {
    const void *file;
    uint64_t site;
};

/* As it was created: constant from then on. */
struct fiber_made {
    void *(*start)(void *);
    void *argument;
    size_t stack_size; /* as asked for; 0: the default */
    size_t guard_size; /* as asked for; nothing else depends on it */
    bool has_guard_size;
    bool detached;
    bool is_timer; /* no thread of the program, but one that waits for a timer; see timer.h */
};

/* What it has done so far. */
struct fiber_seen {
    uint32_t executed; /* its events */
    uint32_t children; /* threads that it has created */
    uint8_t failed[HEDDLE_FAILING_KINDS + 1]; /* calls that have, by enum heddle_failing; the last one: all */
    uint32_t weak_failures; /* of compare-and-swaps, although the values were equal */
    bool counted_call; /* the library function that it has called last is counted in rt.local_changes */
    bool reads_errno; /* itself, and not only by functions */
    bool unseen_order; /* it has run code that is not seen, and that may order it after others that have */
    uint64_t drawn; /* random numbers */
    uint64_t channels; /* that it has made, see channels.h */
    uint64_t mapped; /* bytes of address space that its mappings have taken, see mapping.c */
    uint64_t named; /* likewise of names that it has given to shared pages, see shared_pages.c */
};

/* Whether a thread gets names again that it had for something else: see given_again.h. */
enum gives_again { GIVES_UNDECIDED, GIVES_NEVER, GIVES_AGAIN };

/* What a thread is created with. */
struct fiber_start {
    void *(*start)(void *);
    void *argument;
    bool is_plain; /* it has no attributes */
};

/* Threads that are alike, see alike.h. */
struct fiber_alike {
    struct fiber *first; /* of those that it is like, itself if it is that; NULL: it is like no other one */
    struct fiber *before; /* which it begins after; NULL: none */

    /* ---- of the first one ---- */
    uint32_t count, joined; /* how many they are, and how many have been waited for */
    uint32_t clock; /* how much of its creator comes before it, in HB_C11 */
    bool has_result, results_differ, is_looked_at;
    void *result; /* what one of them has returned that has been waited for */

    /* ---- of a creator ---- */
    struct fiber *created; /* the thread that it has created last, by pthread_create; NULL: none */
    uint32_t created_at; /* its events then */
    struct fiber_start last, next; /* what that one was created with, and what the next one will be */
};

/* Which handles it gives to the threads that it creates, see handles.h; and which numbers its keys get, see keys.c. */
struct fiber_handles {
    enum gives_again again;
    enum gives_again keys_again; /* whether it gets numbers of deleted keys */
    struct fiber *last_joined; /* of those it has joined, the last one whose handle libc would not have given again by now */
    struct fiber *joined_before; /* by the thread that has joined this one */
    struct fiber *in_place_of; /* the thread that has ended whose handle and stack libc would have given it; NULL: of none */
};

/* A stack: `size` bytes from `low` on. */
struct fiber_stack {
    uint64_t low, size; /* both 0: it is not known where it lies */
};

enum { MEANT_VARIABLES = 4 };

/* Which variables the arguments of the call are meant for that it makes next, or has made last, see meant_for.h. */
struct fiber_meant {
    uint64_t call; /* the site of the call of an interposed function; 0: it is one that is about to be announced */
    uint32_t count;
    struct meant_variable {
        const void *argument, *start;
        size_t bytes;
        int how; /* bits of enum heddle_outside */
        const struct heddle_site *site; /* which names the variable */
    } variables[MEANT_VARIABLES];
};

struct fiber {
    FILE *stream; /* whose lock the function of stdio holds that it has called, see stream_lock.c; NULL: none */
    void *sp; /* saved stack pointer while it does not run */
    uint64_t fs; /* FS base: the thread-control block it borrows */
    uint32_t id;
    uint32_t index; /* in runtime.fibers and shared.fibers */
    uint32_t
        stack; /* whose slot its stack lies in: its own id, or in a process that was forked that of the thread that has forked */
    struct fiber_stack on; /* which it runs on now, see running_stack.h */
    uint32_t process; /* that it is a thread of, see processes.h; 0: the one that has run main */
    struct heddle_event *pending;
    struct fiber_seen seen;

    /* ---- what happens now ---- */
    struct fiber_call call;
    bool creates; /* a thread, which has its number already: no other may be created before it */
    bool exited, detached, joined;
    void *result;
    void **specific; /* pthread keys, allocated at first use */
    uint64_t handle; /* its pthread_t; 0: another thread has it now */
    uint64_t handle_instead; /* which libc would have given it; 0: none that was used before */
    struct fiber_handles handles;
    void *outermost; /* the cleanup buffer that pthread_exit ends at */
    uint32_t stands_for; /* the kind of the operation whose AWAIT is pending, or has just been executed */
    struct heddle_event named; /* the operation that it comes to, by the names of its objects; see aliases.h */
    const struct heddle_event *stood_for; /* what the pending AWAIT, or wait for a lock, stands for; NULL if there is none */
    uint64_t
        tries_for; /* bits of the kernel's word that its call on a descriptor needs one of, and does not wait for; 0: not known */
    bool names_futex; /* its operations are on a futex, whose word may be there no more */
    uint64_t place; /* what it adds to the signature of the present state, see cycle.c */
    uint32_t came_round_at; /* its events when it last came round a loop without an end */
    uint32_t turn; /* its last events, with no other thread's among them */
    uint64_t frame; /* what rt.frame was when it announced its operation; 0: an instrumented access */
    uint64_t left_above; /* what its stack holds from here on is of functions that have returned for good; 0: there is nothing */
    uint32_t unsettled; /* number + 1 of its last event, if what that leaves in memory is still to be recorded */
    uint64_t forks_at; /* where it forks a process that is part of the execution; 0: it does not fork */
    struct fiber_wait wait;
    struct fiber_time time;
    struct fiber_signals signal;
    struct fiber_cancel cancel;
    struct fiber_access access;
    struct fiber_closing closing;
    struct fiber_meant meant;

    struct fiber_made made;
    struct fiber_alike alike;
    struct fiber *flushes; /* the thread whose stores it takes to memory, see core/buffers/store_buffer.h; NULL: nobody's */
};

#endif
