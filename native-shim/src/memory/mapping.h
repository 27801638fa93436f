#ifndef HEDDLE_MAPPING_H
#define HEDDLE_MAPPING_H

#include <stdbool.h>
#include <stdint.h>

void mapping_prepare(void); /* once the program is there */

/* Whether other processes may have the memory at this address mapped, too. */
bool mapping_is_shared(uint64_t address);

/* Whether some shared mapping shows a part of the file. */
bool mapping_shows(int fd, uint64_t offset, uint64_t length);

#endif
