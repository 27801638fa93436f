/* Groups and sessions of the processes of an execution. The kernel has all of them in the first process's group, so that the zygote can end
 * them; what they are to the program is written down here. */
#ifndef HEDDLE_PROCESS_GROUPS_H
#define HEDDLE_PROCESS_GROUPS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "model/fibers/processes.h"

/* The first process, which is written down, is about to fork for the first time; this is the group that it has been in. */
void groups_begin(pid_t group);
void groups_inherit(uint32_t child, uint32_t parent);

/* The kernel's number of a group or session, as the program knows it; and back: -1 if no process of the execution is in it. */
pid_t groups_id(int32_t group);
int32_t groups_find(pid_t id);

/* Whether kill and waitpid mean the process by `which`: a process, 0 for the running process's group, -1 for all, or minus a group. */
bool groups_mean(uint32_t number, pid_t which);

/* One that the process leads. */
int32_t groups_led_by(uint32_t number);

#endif
