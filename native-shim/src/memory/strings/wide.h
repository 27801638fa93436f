#ifndef HEDDLE_WIDE_H
#define HEDDLE_WIDE_H

#include <stddef.h>
#include <stdint.h>

#include "heddle_abi.h"
#include "memory/strings/library_access.h"

/* What a call of a function on wide characters is about to do, in order; returns how many accesses that are. The size is a number of
 * characters; of wcstok it is the address of the delimiters, of wcstol the base. */
uint32_t wide_accesses(int function, void *a, void *b, size_t size, struct library_access out[4]);

#endif
