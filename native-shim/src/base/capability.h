/* What the process may do that others may not. */
#ifndef HEDDLE_CAPABILITY_H
#define HEDDLE_CAPABILITY_H

#include <stdbool.h>

/* Whether it has the capability, CAP_SYS_NICE for one, now: a program can give it up. */
bool has_capability(int capability);

#endif
