/* How a process of the execution ends. */
#ifndef HEDDLE_PROCESS_END_H
#define HEDDLE_PROCESS_END_H

#include <stdbool.h>
#include <stdint.h>

#include "model/fibers/process_ends.h"

void process_end_prepare(void); /* once, in the zygote */

/* Whether the program refers to what signals come by. Set once, in the zygote. */
extern bool process_signals;

/* Whether signals may come from processes: also by the end of a parent. */
static inline bool process_signals_come(void) { return process_signals || process_ends == ENDS_TOLD_TO_ALL; }

/* Whether nobody need wait for the children of this process. */
bool process_leaves_nothing(uint32_t parent);

/* The variable that changes with each end of a child of this process. */
uint64_t *process_ends_of_children(uint32_t number);

/* The running process, whose leader the running thread is, does nothing more, and ends with this status, or by the signal that it is minus
 * the number of. */
_Noreturn void process_ends_alone(int status, uint64_t site);

/* Whether the running process has no other thread than the running one, and has waited for those that it has had. */
bool process_is_of_one_thread(void);

#endif
