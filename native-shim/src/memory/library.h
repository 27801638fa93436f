#ifndef HEDDLE_LIBRARY_H
#define HEDDLE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "heddle_abi.h"

/* Where a stream of glibc's has its places in the buffer, which its lock protects: _IO_read_ptr to _IO_write_end. */
#define STREAM_POINTERS(stream) ((const char *)(stream) + 8)
#define STREAM_POINTERS_SIZE 48

struct library_access {
    const void *address;
    size_t size;
    bool writes;
};

/* What a call of a function of this kind is about to do, in order; returns how many accesses that are. */
uint32_t library_accesses(int function, char *a, char *b, size_t size, struct library_access out[4]);

#endif
