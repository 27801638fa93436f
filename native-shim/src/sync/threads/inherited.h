/* What a process that the program forks finds of the objects that only its parent knew. The runtime keeps their states apart from
 * them, so that in memory a mutex is free whoever has it. The new process, which the runtime leaves to itself, needs them there. */
#ifndef HEDDLE_INHERITED_H
#define HEDDLE_INHERITED_H

#include <sys/types.h>

/* Once, in the zygote, before the program's own handlers of fork. */
void inherited_prepare(void);

/* libc's fork, by the running thread. */
pid_t inherited_fork(void);

#endif
