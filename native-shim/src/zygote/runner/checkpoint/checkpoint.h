/* Checkpoints: executions that begin alike begin behind what they have in common. The threads of the program are fibers of one kernel
 * thread, so a fork of the runner at any event is a whole checkpoint. The new process goes on as a runner whose executions begin there; the
 * one that made it waits, and goes on with the first plan that begins otherwise, once the new one has ended. So at any time one process has
 * the turn, and those before it sleep.
 *
 * A checkpoint is taken where it took long to come: where the main thread is about to create the first other one, where exploring begins
 * (core/begin.h), and where an execution has come as far as its plan has in common with the next one. So there may be several, one behind
 * the other. What a fork does not copy, and cannot be put back, is not there: see `may_be_taken`. */
#ifndef HEDDLE_CHECKPOINT_H
#define HEDDLE_CHECKPOINT_H

#include <stdbool.h>

#include "model/plan.h"
#include "zygote/runner/runner_turn.h"

void checkpoint_prepare(struct turn_shared *shared); /* in the runner, before its memory is tracked */

/* An execution begins: from main, or behind the checkpoint, where this process stands at one. Returns where it leaves the runner. */
void checkpoint_run(const struct plan_view *plan);

/* Whether the execution was left because the process of a checkpoint has ended: its plan has been answered. */
bool checkpoint_has_ended(void);

/* Ends this process if it stands at a checkpoint that the plan's execution does not come to. */
void checkpoint_check(const struct plan_view *plan);

uint32_t checkpoint_events(void); /* how many events of the last execution come from a checkpoint */

void checkpoint_stale(void); /* others have had the turn */

#endif
