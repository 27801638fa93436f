/* An execution that a debugger looks at; see debug.c. */
#ifndef HEDDLE_DEBUG_H
#define HEDDLE_DEBUG_H

#include "model/runtime.h"

/* Why an execution stops for its debugger: the first argument of heddle_stopped. Stable; the server's side writes breakpoint
 * conditions with it (GdbCommand.java). */
enum stop {
    STOP_END = 1,   /* the execution is over: a deadlock, say; detail is the enum heddle_outcome */
    STOP_NOTE = 2,  /* a note is taken; detail is the enum heddle_note_kind */
    STOP_RACE = 3,  /* the second access of a race is about to be made */
    STOP_UNTIL = 4, /* as many events have been executed as were asked for; detail is their number */
    STOP_EXIT = 5,  /* the process is about to exit; detail is the status */
};

/* In the child, before it runs: makes every thread a kernel thread if the plan asks for it, and waits for the debugger. */
void debug_start(const struct heddle_plan *plan);

/* Gives the fiber a kernel thread. */
void debug_create(struct fiber *fiber);

/* Lets the kernel thread of `to` run and waits, in that of `from`, until it is its turn again; does not return where `from` has
 * exited. */
void debug_switch(const struct fiber *from, const struct fiber *to);

/* Where the debugger has its breakpoint. */
void heddle_stopped(enum stop why, uint64_t detail, uint64_t site, const char *text);

static inline void debug_stop(enum stop why, uint64_t detail, uint64_t site, const char *text) {
    if (UNLIKELY(rt.debugged)) {
        heddle_stopped(why, detail, site, text);
    }
}

/* Stops before the event with this number if that was asked for. */
void debug_before(uint32_t event);

#endif
