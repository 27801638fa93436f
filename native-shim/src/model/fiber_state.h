/* What the runtime keeps of a thread of the program. */
#ifndef HEDDLE_FIBER_STATE_H
#define HEDDLE_FIBER_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/wire.h"

struct fiber {
    void *sp;    /* saved stack pointer while it does not run */
    uint64_t fs; /* FS base: the thread-control block it borrows */
    uint32_t id;
    uint32_t index;    /* in runtime.fibers and shared.fibers */
    uint32_t children; /* threads created so far */
    bool exited, detached, joined;
    bool born_detached; /* detached from its creation on */
    bool signalled;            /* between COND_SIGNAL and COND_WAKE, or the last BARRIER_ARRIVE and BARRIER_LEAVE */
    bool serial;               /* the thread that gets PTHREAD_BARRIER_SERIAL_THREAD */
    struct fiber *next_waiter; /* in object.waiters */
    struct heddle_event *pending;
    void *(*start)(void *);
    void *argument;
    void *result;
    uint64_t now;     /* virtual nanoseconds since the start */
    uint64_t ran, process_ran; /* of CPU time: the thread, and the process as far as the thread knows */
    uint32_t readings_in_vain; /* of clocks, since it last did anything else; see vain.h */
    uint64_t changes;          /* what threads had changed when it last did */
    void **specific;  /* pthread keys, allocated at first use */
    uint64_t handle;  /* its pthread_t */
    void *outermost;  /* the cleanup buffer that pthread_exit ends at */
    uint32_t recursion; /* COND_WAIT: the mutex's depth to restore */
    size_t stack_size;  /* as asked for; 0: the default */
    uint32_t spurious;  /* waits so far that may have ended without a signal */
    bool cancelled, uncancellable; /* has been cancelled; does not accept it */
    uint32_t stands_for; /* the kind of the operation whose AWAIT is pending, or has just been executed */
    const struct heddle_event *stood_for; /* what the pending AWAIT, or wait for a lock, stands for; NULL if there is none */
    bool asynchronous; /* its type of cancellation, which is taken for deferred */
    bool wait_interrupted; /* its wait on a condition variable has ended because it was cancelled, or has a signal to handle */
    uint32_t woken_at; /* how many events there were when it was last woken */
    uint64_t waits_with; /* the mutex of its last wait on a condition variable */
    uint64_t waits_at; /* the site of that wait */
    const char *waits_in; /* the function that waits so */
    uint64_t waits_on; /* the condition variable that it can be interrupted in; see cond_interruption.h */
    uint64_t blocked; /* signals, bit n - 1 for signal n; see signals.h */
    uint64_t signals; /* pending for the thread alone */
    uint64_t told; /* how many arrivals of signals it has seen; see signal_look.c */
    uint64_t passes_to; /* the time that it sleeps to while timers are awaited that expire before; see timers_pass */
    bool is_timer; /* no thread of the program, but one that waits for a timer; see timers.h */
    uint16_t failure_order; /* memory order of its compare-and-swap if that fails */
    uint64_t place;    /* what it adds to the signature of the present state, see cycle.c */
    uint32_t executed; /* its events so far */
    uint32_t turn; /* its last events, with no other thread's among them */
    uint64_t frame; /* what rt.frame was when it announced its operation; 0: an instrumented access */
    bool frees; /* the plain write that it has announced ends the life of the memory */
    bool unreadable; /* the memory of the access that it has announced may not be readable, before it or after it */
    uint64_t mapped; /* bytes of address space that its mappings have taken so far, see mapping.c */
    uint64_t left_above; /* what its stack holds from here on is of functions that have returned for good; 0: there is nothing */
    const void *closes; /* the stream that it is closing, see stream.c */
    uint64_t closes_at; /* the site of that */
    uint32_t unsettled; /* number + 1 of its last event, if what that leaves in memory is still to be recorded */
};

#endif
