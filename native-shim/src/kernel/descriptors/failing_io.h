/* Calls on descriptors that fail although nothing is wrong (--failures): what is allowed depends on what the descriptor stands for. */
#ifndef HEDDLE_FAILING_IO_H
#define HEDDLE_FAILING_IO_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/wire.h"
#include "core/failures.h"

/* How reading or writing `count` bytes, or parts, fails: 0, an error number, or HEDDLE_FAILS_SHORT.
 * - A regular file: EIO. Writing: the disk is full, ENOSPC, or has room for a part.
 * - A stream socket: a part, unless it waits until all is written and nothing interrupts it; and of TCP ECONNRESET, or if it writes
 *   EPIPE, unless SIGPIPE would kill the process.
 * - Whatever waits: EINTR, where interruption_of has it. `flags`: those of send and recv, which may say that the call
 *   does not (MSG_DONTWAIT).
 * Never what the program got from the system: standard input, output and errors. */
int io_fails(enum heddle_failing what, int fd, size_t count, int flags, uint64_t site);

/* At the beginning of such a call: it returns -1, or goes on with a smaller count. One byte is always less than there is to read. */
#define IO_MAY_FAIL(what, fd, count, least, flags, site)                                           \
    do {                                                                                           \
        int fails_ = io_fails((what), (fd), (size_t)((count) > 0 ? (count) : 0), (flags), (site)); \
        if (UNLIKELY(fails_ == HEDDLE_FAILS_SHORT)) {                                              \
            (count) = (least);                                                                     \
        } else if (UNLIKELY(fails_ != 0)) {                                                        \
            errno = fails_;                                                                        \
            return -1;                                                                             \
        }                                                                                          \
    } while (0)
#define READING_MAY_FAIL(fd, count, flags, site) IO_MAY_FAIL(HEDDLE_FAILING_READ, fd, count, 1, flags, site)
#define WRITING_MAY_FAIL(fd, count, flags, site) IO_MAY_FAIL(HEDDLE_FAILING_WRITE, fd, count, ((count) + 1) / 2, flags, site)

/* Whether a call finds no number for a new descriptor; errno is EMFILE then. */
bool descriptors_run_out(uint64_t site);

#endif
