/* How faults and system calls come to the runner. */
#ifndef HEDDLE_RUNNER_SIGNALS_H
#define HEDDLE_RUNNER_SIGNALS_H

#include <stdbool.h>

#include "base/wire.h"

enum heddle_fallback signals_take(void); /* from now on they do; NONE, or why they cannot */

/* After a fork, which keeps handlers and nothing else: system calls come again. False: they cannot. */
bool signals_dispatch(void);

#endif
