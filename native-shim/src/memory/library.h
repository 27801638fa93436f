#ifndef HEDDLE_LIBRARY_H
#define HEDDLE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "heddle_abi.h"

struct library_access {
    const void *address;
    size_t size;
    bool writes;
};

/* What a call of a function of this kind is about to do, in order; returns how many accesses that are. */
uint32_t library_accesses(int function, char *a, char *b, size_t size, struct library_access out[4]);

#endif
