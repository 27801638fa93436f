#ifndef HEDDLE_LIBRARY_H
#define HEDDLE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "heddle_abi.h"

/* Where a stream of glibc's has its places in the buffer, which its lock protects: _IO_read_ptr to _IO_write_end. */
#define STREAM_POINTERS(stream) ((const char *)(stream) + 8)
#define STREAM_POINTERS_SIZE 48

/* The hook of calls of library functions; and the same of a call of the runtime's that does what such a function does. */
void on_library(int function, void *a, void *b, size_t size, const struct heddle_site *site);
void memory_library(int function, void *a, void *b, size_t size, uint64_t site);

#endif
