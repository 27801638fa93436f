/* What a checkpoint keeps besides memory: what the execution has told in memory that processes share, its output, and how far standard
 * input has been read. */
#ifndef HEDDLE_KEPT_H
#define HEDDLE_KEPT_H

#include <stdbool.h>

bool kept_take(void); /* false: there is too much */

/* Before an execution. `stale`: another process may have changed all of it, else the execution before did. */
void kept_put_back(bool stale);

/* The events that come before the checkpoint. */
const struct heddle_event *kept_events(void);

#endif
