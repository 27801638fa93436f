/* Who has the turn: the zygote or its runner. In memory that both share. */
#ifndef HEDDLE_RUNNER_TURN_H
#define HEDDLE_RUNNER_TURN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"

#define MOST_DEPTH 8u /* checkpoints, one behind the other */

enum turn { TURN_ZYGOTE, TURN_RUNNER };

struct turn_shared {
    uint32_t turn; /* enum turn; a futex for the runner */
    uint32_t executions; /* how many the runner has begun */
    uint32_t executes;
    uint32_t saved; /* pages: a set-up that writes to many makes progress, although it has no events */
    bool half_sent; /* a result, of which the server may have got a part */
    uint32_t fallback; /* why the next frame is for a fork, although its plan allows the runner */
    int64_t fallback_call;
    int32_t chain[MOST_DEPTH]; /* the processes that stand at checkpoints, each a child of the one before; 0: there is none */
    uint32_t begun_here; /* how many executions have begun at the last checkpoint */
    int event; /* a descriptor: tells the zygote that it has the turn */
};

#endif
