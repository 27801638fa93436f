/* System calls that change the machine whatever their arguments are. */
#ifndef HEDDLE_MACHINE_CALLS_H
#define HEDDLE_MACHINE_CALLS_H

#include <stdint.h>

#include "base/wire.h"

struct machine_call {
    uint16_t number;
    uint16_t what; /* enum heddle_machine */
    const char *name;
};

/* NULL: it is none. */
const struct machine_call *machine_call_of(long number);

/* All of them, up to one without a name. */
extern const struct machine_call machine_calls[];

#endif
