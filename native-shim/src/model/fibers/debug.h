/* An execution that a debugger looks at; see debug.c. */
#ifndef HEDDLE_DEBUG_H
#define HEDDLE_DEBUG_H

#include "base/compiler.h"
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

/* Where the debugger has its breakpoint. */
void heddle_stopped(enum stop why, uint64_t detail, uint64_t site, const char *text);

static inline void debug_stop(enum stop why, uint64_t detail, uint64_t site, const char *text) {
    if (UNLIKELY(rt.debugged)) {
        heddle_stopped(why, detail, site, text);
    }
}

/* Stops before the event with the number that debug_stop_before was given. */
void debug_stop_before(uint32_t event);
void debug_before(uint32_t event);

#endif
