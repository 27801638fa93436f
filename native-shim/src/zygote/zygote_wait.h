/* Waiting for the child that executes a plan. */
#ifndef HEDDLE_ZYGOTE_WAIT_H
#define HEDDLE_ZYGOTE_WAIT_H

#include <stdint.h>
#include <sys/types.h>

#include "base/wire.h"

void zygote_start_ticking(void); /* once: so that waiting can be interrupted */

/* Kills it when it makes no progress or floods its output; returns the wait status. */
int zygote_wait_for(pid_t child, const struct heddle_plan *plan);
uint64_t zygote_longest_pause(void); /* of those waited for: milliseconds from one event to the next, if they were not killed */
void zygote_forget_names(void); /* that an execution has made, of what it would share with others */
void zygote_clean_up_after(pid_t child);

#endif
