/* How an execution was run. */
#ifndef HEDDLE_WAY_H
#define HEDDLE_WAY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"

struct way {
    bool in_process; /* in the runner, else in a fork */
    uint32_t from_checkpoint; /* how many of its events come from a checkpoint */
    enum heddle_fallback fallback;
    long fallback_call; /* SYSTEM_CALL: its number */
};

#endif
