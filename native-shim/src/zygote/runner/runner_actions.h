/* Calls that change what signals do and are blocked. */
#ifndef HEDDLE_RUNNER_ACTIONS_H
#define HEDDLE_RUNNER_ACTIONS_H

#include "zygote/runner/runner_call.h"

call_fn change_action;

/* `mask`: the signal mask that the caller will go on with; NULL: the process's. */
long change_mask(const long arguments[6], uint64_t *mask);

#endif
