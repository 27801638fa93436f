/* Which lines have run; see lines.c. */
#ifndef HEDDLE_LINES_H
#define HEDDLE_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "heddle_abi.h"

/* What a part of the file begins with. It goes on with piece_bytes and then text_bytes, both divisible by 8; in the text each record has a
 * line for each file, see heddle_abi.h, and ends with a NUL. The server reads it: LinesFile.java. */
struct lines_part {
    uint32_t piece_bytes;
    uint32_t text_bytes; /* 0: there is no part */
};

#endif
