/* The lock of a stream, which each function of stdio holds while it runs: POSIX, flockfile. */
#ifndef HEDDLE_STREAM_LOCK_H
#define HEDDLE_STREAM_LOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "memory/files.h"
#include "memory/unsafe_call.h"

/* Finds out whether the program takes such locks itself. */
void stream_lock_prepare(void);

/* What is done to this stream are calls, within which other threads run. */
void stream_lock_made_of_calls(const FILE *stream);

/* Takes the lock where other threads can tell, and gives it back; false: there is nothing to give back. */
bool stream_lock_take(FILE *stream, uint64_t site);
void stream_lock_give(FILE *stream, uint64_t site);

/* The running thread ends: within a call, if it has been cancelled there, which gives back the lock. */
void stream_lock_abandon(void);

/* POSIX leaves it to libc which calls of stdio are cancellation points: here those that read, and those that write what libc does not
 * keep in a buffer. */
static inline bool stream_may_be_point(const FILE *stream, enum heddle_stream_use how) {
    enum { UNBUFFERED = 2 }; /* glibc's _IO_UNBUFFERED */
    return !stream || how == HEDDLE_STREAM_USES || stream->_flags & UNBUFFERED;
}

static inline void stream_point(const FILE *stream, enum heddle_stream_use how, uint64_t site) {
    if (UNLIKELY(rt.program.cancels) && running() && stream_may_be_point(stream, how)) {
        outside.before_stream_call(site);
    }
}

/* The result of a call of this function, which holds the lock and does this to the stream. */
#define WITH_STREAM(function, stream, how, site, call)   \
    ({                                                   \
        FILE *stream_ = (stream);                        \
        unsafe_call((function), (site));                 \
        stream_point(stream_, (how), (site));            \
        bool holds_ = stream_lock_take(stream_, (site)); \
        files_stream(stream_, (how), (site));            \
        __typeof__(call) result_of_call_ = (call);       \
        unsafe_call_ends();                              \
        if (holds_) {                                    \
            stream_lock_give(stream_, (site));           \
        }                                                \
        result_of_call_;                                 \
    })

#endif
