/* Calls that fill memory of the program, when only the result tells how much of it. The memory is announced as written after the
 * call. That is too late if the write is a scheduling point, or would destroy what it must not touch. The call then fills memory
 * of the runtime; the runtime announces the write, and copies. */
#ifndef HEDDLE_FILLING_H
#define HEDDLE_FILLING_H

#include <stddef.h>
#include <stdint.h>

struct filling {
    void *to, *at; /* where the program wants it; where the call puts it */
    size_t room;
    uint64_t site;
};

/* Returns `at`. To be called before anything that may block. */
void *filling_begin(struct filling *filling, void *to, size_t room, uint64_t site);

/* So many bytes have been filled. Keeps errno. */
void filling_end(const struct filling *filling, size_t filled);

#endif
