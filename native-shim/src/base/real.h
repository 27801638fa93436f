/* libc's own functions, behind the interposed ones, how these fail, and the time that they tell. */
#ifndef HEDDLE_REAL_H
#define HEDDLE_REAL_H

#include <errno.h>
#include <stdint.h>
#include <time.h>

#define REAL(name) ((__typeof__(&name))real_function(#name))

/* Ends the process where libc does not have it. */
void *real_function(const char *name);

/* The runtime's own descriptors have numbers from this one on: above most of the program's, but within the 64 that a fork copies cheaply. */
enum { OWN_DESCRIPTORS = 58 };

/* Sets errno; always -1. */
static inline int fail_with(int error) {
    errno = error;
    return -1;
}

/* By the kernel's clock that is never set. */
static inline uint64_t real_nanoseconds(void) {
    struct timespec now;
    REAL(clock_gettime)(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

#endif
