/* What a process finds in its memory that other threads of its parent have written, and that nothing orders before the fork: they may have
 * been in the middle of it. It races with what the new process reads there, unless a lock that was copied in between orders the two. */
#ifndef HEDDLE_COPIED_H
#define HEDDLE_COPIED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

extern bool copied_any; /* some process has such memory */

/* The running thread forks the process of this number. `is_own` tells whether it has the memory at an address for itself. */
void copied_at_fork(uint32_t process, bool (*is_own)(uint64_t address));

/* The running process reads or writes memory of its own; it looks at what orders threads by means that are not followed there. */
void copied_is_read(uint64_t address, uint64_t size, uint64_t site);
void copied_is_written(uint64_t address, uint64_t size);
void copied_is_ordered(void);

#endif
