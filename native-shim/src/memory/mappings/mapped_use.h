#ifndef HEDDLE_MAPPED_USE_H
#define HEDDLE_MAPPED_USE_H

#include <stdint.h>

#include "heddle_abi.h"

/* What a call does to the pages of the descriptor's file is not seen where it is not known which they are, or others show them privately: a
 * note says so. */
void mapped_use_tell(int descriptor, enum heddle_file_use how, uint64_t site);

#endif
