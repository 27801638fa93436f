/* A process that the program forks, and that ends without waiting for anybody, ends before its parent goes on. That is one of the orders
 * that there are. Nothing of it is left then but what it has changed, so that who waits in vain is told as in any other program.
 * Of a process that waits, or whose parent has something in use that both know, nothing is known: it goes on beside its parent. */
#ifndef HEDDLE_CHILD_FIRST_H
#define HEDDLE_CHILD_FIRST_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Once, in the zygote. */
void child_first_prepare(void);

/* The program is about to fork: whether the new process may come first. Then it is a visible operation. */
bool child_first_may(uint64_t site);

/* It has forked, after child_first_may: waits for the process, in real time. Whether it has ended, and everything is known of what it has
 * left. */
bool child_first_has_ended(pid_t process);
#endif
