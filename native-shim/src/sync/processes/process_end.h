/* How a process of the execution ends. */
#ifndef HEDDLE_PROCESS_END_H
#define HEDDLE_PROCESS_END_H

#include <stdbool.h>
#include <stdint.h>

void process_end_prepare(void); /* once, in the zygote */

/* From now on it is an event, of which waits for any child know, that a process ends. */
void process_end_count(void);

extern bool process_ends_count;

/* The variable that changes with each end of a child of this process. */
uint64_t *process_ends_of_children(uint32_t number);

/* Whether the running process has no other thread than the running one, and has waited for those that it has had. */
bool process_is_of_one_thread(void);

#endif
