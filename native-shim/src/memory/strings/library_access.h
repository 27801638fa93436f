#ifndef HEDDLE_LIBRARY_ACCESS_H
#define HEDDLE_LIBRARY_ACCESS_H

#include <stdbool.h>
#include <stddef.h>

/* What a library function does to some memory. */
struct library_access {
    const void *address;
    size_t size;
    bool writes;
};

#endif
