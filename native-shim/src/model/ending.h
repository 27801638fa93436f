#ifndef HEDDLE_ENDING_H
#define HEDDLE_ENDING_H

#include "base/wire.h"

/* Ends the execution at once with this outcome. */
_Noreturn void end_execution(enum heddle_outcome outcome);

#endif
