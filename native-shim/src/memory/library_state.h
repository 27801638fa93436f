/* States that libraries and the kernel keep, which calls look at and change: a word stands for each. */
#ifndef HEDDLE_LIBRARY_STATE_H
#define HEDDLE_LIBRARY_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "heddle_abi.h"

/* A call looks at a state that a lock of the library's own protects, or changes it: a scheduling point, and no race. Such a lock orders
 * nothing else. */
void memory_state(uint64_t *state, bool changes, uint64_t site);

/* The same of a state of which it can often not be told who was first: it becomes a scheduling point in executions to come, once two
 * threads have used it and one has changed it, with nothing that orders them, or once it is shown. Until then it is quiet. */
void memory_quiet_state(uint64_t *state, bool changes, uint64_t site);

/* A call looks at such a state which is quiet, and at which no loop looks to wait for it to change: it does not count as a plain read. */
void memory_quiet_look(uint64_t *state, uint64_t site);

/* A plain read that is no scheduling point, and that no loop waits by: it does not count as one. */
void memory_read_aside(const void *address, size_t size, const struct heddle_site *site);

bool memory_is_quiet(const uint64_t *state);
bool memory_are_quiet(const uint64_t *states, size_t size); /* all of them */
void memory_show_state(const uint64_t *state, uint64_t site);

#endif
