/* An invariant of the runtime does not hold: the server is told, in place of a result. */
#ifndef HEDDLE_BROKEN_H
#define HEDDLE_BROKEN_H

#include <stdbool.h>

/* In the zygote, before anything is executed. */
void broken_prepare(void);

/* In the zygote, when an execution is over: where one does not hold, tells the server, and ends. */
void broken_check(void);

#endif
