/* Which threads may go next: those whose operation is enabled and not asleep. */
#ifndef HEDDLE_CANDIDATES_H
#define HEDDLE_CANDIDATES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"
#include "model/fibers/fiber_state.h"
#include "model/plan.h"

void candidates_start(const struct plan_view *plan);

/* The event has been executed behind the plan's prefix: wakes what is asleep and depends on it. */
void candidates_wake(const struct heddle_event *event);

/* The same of a critical section that was executed in one go: its lock, and what it touched. */
void candidates_wake_by_section(const struct heddle_event *lock, const struct heddle_touch *touched, uint32_t count);

bool is_enabled(const struct fiber *fiber);
bool any_is_enabled(void);

/* The thread whose exit waits for the others; NULL if there is none. */
struct fiber *late_exit(void);

/* The thread, which is in an atomic section, has just announced its next operation. Ends the check if a section cannot have that. */
void check_in_section(const struct fiber *self);

bool is_awake(const struct fiber *fiber, int32_t alternative);

/* Whether the thread may go next; the second sets the first of the alternatives that it may take. */
bool is_offered(const struct fiber *fiber);
bool is_asleep(const struct fiber *fiber); /* it could run, but other executions have what comes of that */
bool may_run(const struct fiber *fiber, int32_t *alternative);

/* Whether the thread lets others go first: it stands before a yield or a sleep. */
bool has_yielded(const struct fiber *fiber);

/* Whether the thread has gone on for so long without another one that others are to go first: it may be waiting for them. */
bool has_had_turn(const struct fiber *fiber);

/* One of the alternatives that it may take, drawn with `below`, which gives a number less than its argument. */
int32_t draw_alternative(const struct fiber *fiber, uint64_t (*below)(uint64_t));

/* The thread whose deadline comes first, of those that are blocked in a timed operation; NULL if there is none. To be
 * asked when no thread is enabled. */
struct fiber *first_to_expire(void);

/* For when no thread is offered: the blocked thread whose time is up first. Ends the execution if there is none, or if
 * threads are only asleep. NULL: look again, since threads go round their loops now, see spins_go_on. */
struct fiber *last_resort(void);

/* What rooms above this one have to say; set in the zygote. */
struct outside {
    /* Nobody is enabled: waits, in real time, for what other processes may do. Whether anything has changed. */
    bool (*wait)(void);
    void (*check_deadlock)(void); /* before a deadlock is reported */
    uint64_t (*kernel_state)(void); /* a hash of the signals that are pending and blocked, of their handlers, and of timers */
    bool (*is_anything_to_read)(void); /* from a descriptor that has a slot */
    /* While there are other processes (rt.seen.processes): an event; and before a deadlock is reported, what threads wait for. */
    void (*watch)(const struct heddle_event *event);
    void (*watch_blocked)(void);
    /* The thread of a timer that goes next, although others are enabled, and the alternative it takes; NULL: none does. */
    struct fiber *(*overdue)(int32_t *alternative);
    bool (*may_expire)(const struct fiber *fiber); /* the timer that the thread waits for, so that there is no deadlock */

    /* While rt.request_awaited: the main thread is about to announce the operation. */
    void (*before_main_operation)(const struct heddle_event *operation);

    /* The running thread is about to announce the operation: handlers of signals run that have come. */
    void (*before_operation)(const struct heddle_event *operation);

    /* While rt.seen.cancels_anywhere: it is about to change memory or to make a call, which may be announced by no operation of its own. */
    void (*before_effect)(uint64_t site, bool is_call);

    /* While rt.program.cancels: it is about to call a function of stdio that may be a cancellation point. */
    void (*before_stream_call)(uint64_t site);

    /* While rt.seen.cancels_anywhere or signals_told: it is about to be in a call of a function that is not async-signal-safe. */
    void (*in_unsafe_call)(const char *function, uint64_t site);
    void (*unsafe_call_ends)(void); /* while rt.seen.signals_told: it returns from there */

    /* The running thread has been cancelled: unwinds its stack, as pthread_exit does, and ends it. */
    void (*end_cancelled)(void);

    /* In the runner: the main thread, which is the only one, is about to create another one. */
    void (*before_first_thread)(void);
    void (*before_begin)(void); /* exploring begins: see core/begin.h */

    /* In the runner: the event is next that schedule_stop_before has named. */
    void (*before_event)(void);

    /* While rt.processes: the running process ends by itself, with this status, where `flushes` what libc has buffered is still to be
     * written. Returns in the first process, once all others have ended. */
    void (*process_ends)(int status, bool flushes, uint64_t site);

    /* The same of a process that is not the first one, by a signal. Does not return. */
    void (*process_killed)(int number, uint64_t site);

    /* The running thread leads a process that another one has ended. Does not return. */
    void (*leader_ends)(void);

    /* A condition holds that the program claims never to hold. Does not return. */
    void (*claim_fails)(const char *text, uint64_t site);

    /* Part of it has been handed over with a request for asynchronous input or output. */
    bool (*is_lent)(uint64_t start, uint64_t end);

    /* While a constructor of the executable runs: it is about to create a thread. May not return. */
    void (*early_thread)(void);
};
extern struct outside outside;

#endif
