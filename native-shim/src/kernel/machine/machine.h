/* Calls that would change the machine for others than the program. They fail as they do for a user who may not make them, and a note
 * names them, unless the plan allows what they change. */
#ifndef HEDDLE_MACHINE_H
#define HEDDLE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"

/* Whether the call is refused: then errno is EPERM, and the call fails. Else it is to be made; where the process lacks the right, the
 * kernel refuses it. */
bool machine_refuses(enum heddle_machine what, const char *function, uint64_t site);

/* The same of what needs no right, such as a signal to another process of the same user. */
bool machine_refuses_anybody(enum heddle_machine what, const char *function, uint64_t site);

#endif
