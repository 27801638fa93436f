/* Calls that reach other processes than the program's own. */
#ifndef HEDDLE_OTHERS_H
#define HEDDLE_OTHERS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/wire.h"

/* Whether the call is refused, with EPERM, because the process is not the program's. 0 is the caller's own. Where there is no such process
 * the kernel says so. */
bool others_refuse(pid_t process, enum heddle_machine what, const char *function, uint64_t site);

/* The same of a process group; 0 is the caller's own. */
bool others_refuse_group(pid_t group, enum heddle_machine what, const char *function, uint64_t site);

/* An execution is about to make its first process. */
void others_begin(void);

#endif
