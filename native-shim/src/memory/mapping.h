#ifndef HEDDLE_MAPPING_H
#define HEDDLE_MAPPING_H

#include <stdbool.h>
#include <stdint.h>

/* Whether other processes may have the memory at this address mapped, too. */
bool mapping_is_shared(uint64_t address);

#endif
