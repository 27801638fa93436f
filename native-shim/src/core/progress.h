/* Where a thread says that it gets on: heddle_progress() of heddle.h. See Cycle.java. */
#ifndef HEDDLE_PROGRESS_H
#define HEDDLE_PROGRESS_H

#include <stdint.h>

void progress_told(uint64_t site);

#endif
