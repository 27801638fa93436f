/* Calls that fill memory of the program, when only the result tells how much of it. The memory is announced as written after the
 * call. That is too late if the write is a scheduling point, or would destroy what it must not touch. The call then fills memory
 * of the runtime; the runtime announces the write, and copies. */
#ifndef HEDDLE_OUTPUT_BUFFER_H
#define HEDDLE_OUTPUT_BUFFER_H

#include <stddef.h>
#include <stdint.h>

struct output_buffer {
    void *to, *at; /* where the program wants it; where the call puts it */
    size_t room;
    uint64_t site;
};

/* Returns `at`. To be called before anything that may block. */
void *output_buffer_begin(struct output_buffer *buffer, void *to, size_t room, uint64_t site);

/* So many bytes have been filled. Keeps errno. */
void output_buffer_end(const struct output_buffer *buffer, size_t filled);

#endif
