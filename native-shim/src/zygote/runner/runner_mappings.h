/* Calls on mappings. */
#ifndef HEDDLE_RUNNER_MAPPINGS_H
#define HEDDLE_RUNNER_MAPPINGS_H

#include "zygote/runner/runner_call.h"

call_fn map, unmap, on_own_mapping, move_end_of_data;

#endif
