#ifndef HEDDLE_NARROW_H
#define HEDDLE_NARROW_H

#include <stddef.h>
#include <stdint.h>

#include "heddle_abi.h"
#include "memory/strings/library_access.h"

/* What a call of a function on strings or bytes is about to do, in order; returns how many accesses that are. Of strtok_r the size is the
 * address of the delimiters, of strtol the base. */
uint32_t narrow_accesses(int function, void *a, void *b, size_t size, struct library_access out[4]);

#endif
