/* libc's own functions, behind the interposed ones, and how these fail. */
#ifndef HEDDLE_REAL_H
#define HEDDLE_REAL_H

#include <errno.h>

#define REAL(name) ((__typeof__(&name))real_function(#name))

/* Ends the process where libc does not have it. */
void *real_function(const char *name);

/* Sets errno; always -1. */
static inline int fail_with(int error) {
    errno = error;
    return -1;
}

#endif
