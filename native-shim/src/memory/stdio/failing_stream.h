/* Calls on streams that fail although nothing is wrong (--failures): the disk is full, or cannot be read. */
#ifndef HEDDLE_FAILING_STREAM_H
#define HEDDLE_FAILING_STREAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/wire.h"

/* Whether a call that writes to the stream, or reads from it, fails: of a regular file alone, and never of standard input, output and
 * errors. The stream's error indicator is set then, and errno. */
bool stream_fails(enum heddle_failing what, FILE *stream, uint64_t site);

#endif
