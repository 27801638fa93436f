/* The runner's process. */
#ifndef HEDDLE_RUNNER_PROCESS_H
#define HEDDLE_RUNNER_PROCESS_H

#include "zygote/runner/runner_turn.h"

/* What the runner does with its life. On its own stack. */
_Noreturn void runner_live(struct turn_shared *shared);

#endif
