/* The runner: a child of the zygote that executes plans one after the other, without a fork for each. It reads them from the server and
 * answers them itself. Where an execution would end its process, the runner goes on on its own stack and puts back what the execution
 * has changed: memory (runner_memory.c) and what the kernel keeps (runner_undo.c). Before an execution does what cannot be undone
 * (runner_calls.c), crashes, or lacks something, it is given up, and the zygote runs the same plan in a fork, from its beginning. The
 * zygote sleeps as long as the runner has the turn, but for watching that it gets on. */
#ifndef HEDDLE_RUNNER_H
#define HEDDLE_RUNNER_H

#include <stdbool.h>

#include "zygote/way.h"

bool runner_reserve(void); /* once, in the zygote */

/* The next frame is a plan for the runner: lets it execute plans until it comes to a frame that is not for it, or that has to be executed
 * in a fork, for the reason that is set. */
void runner_run(struct way *way);

/* Ends the runner, if there is one; the next runner_run starts another. */
void runner_retire(void);

#endif
