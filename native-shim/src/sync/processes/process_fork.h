/* fork, where the new process is part of the execution: see model/fibers/processes.h. */
#ifndef HEDDLE_PROCESS_FORK_H
#define HEDDLE_PROCESS_FORK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Once, in the zygote: before all other handlers of fork, and once the program is there. */
void process_fork_register(void);
void process_fork_prepare(void);

/* An execution has met something that is not modelled beside other processes: from now on nobody controls them. See
 * end_execution_uncontrolled. */
void process_fork_leave_alone(const char *why);

/* Why a process that the running thread forks now would not be part of the execution; NULL: it is. */
const char *process_fork_prevented(void);

/* As fork. */
pid_t process_fork(uint64_t site);

#endif
