#ifndef HEDDLE_ENDING_H
#define HEDDLE_ENDING_H

#include "base/wire.h"
#include "model/fibers/process_ends.h"

/* Ends the execution at once with this outcome. */
_Noreturn void end_execution(enum heddle_outcome outcome);

/* Ends it, and it is run again with other processes that nobody controls: something happens that is not modelled where they are part of
 * the execution. `why` completes "the new process is not controlled: …"; a constant of the runtime. */
_Noreturn void end_execution_uncontrolled(const char *why);

/* The program calls a function that is not modelled beside other processes. An execution that has other processes ends, as above; one that
 * has none leaves alone whatever it forks from now on. Outside of executions nothing happens. */
void calls_alone(const char *what);
#define CALL_OF "the program calls "
#define CALLS_ALONE(function) calls_alone(CALL_OF function)

/* Ends it, and it is run again with ends of processes that are events like this; returns where they are. */
void end_execution_for_ends(enum process_ends ends);

/* Before something that executions which run at the same time would find: ends it, and it is run again alone, see alone.h; returns where it
 * is. */
void end_execution_unless_alone(void);

#endif
