#ifndef HEDDLE_OTHER_PROCESSES_H
#define HEDDLE_OTHER_PROCESSES_H

#include <stdbool.h>
#include <stdint.h>

void other_processes_prepare(void); /* once, before the program begins */

/* The program makes a process. */
void other_processes_tell(const char *what, uint64_t site);

/* From now on there is one that may do something at any moment. */
void other_processes_live(void);

/* Both. */
void other_processes_uncontrolled(const char *what, uint64_t site);

/* Processes that those make which the program has forked: from now on it is known whether there are any (false: it is not). */
bool other_processes_count_theirs(void);
bool other_processes_of_theirs(void);

#endif
