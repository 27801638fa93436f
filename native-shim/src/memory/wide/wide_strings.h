#ifndef HEDDLE_WIDE_STRINGS_H
#define HEDDLE_WIDE_STRINGS_H

#include <stdint.h>
#include <wchar.h>

#include "heddle_abi.h"
#include "memory/wide/library_access.h"

/* What a call of a function on wide characters is about to do, in order; returns how many accesses that are. The size is a number of
 * characters; of wcstok it is the address of the state, of wcstol the base. */
uint32_t wide_accesses(int function, wchar_t *a, wchar_t *b, size_t size, struct library_access out[4]);

#endif
