#define _GNU_SOURCE
#include "memory/stdio/failing_stream.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "core/failures.h"

enum { NO_READS = 4, NO_WRITES = 8, ERROR_SEEN = 0x20 }; /* glibc's _IO_NO_READS, _IO_NO_WRITES and _IO_ERR_SEEN */

static bool is_of_file(const FILE *stream, int without) {
    struct stat status;
    return stream->_fileno > STDERR_FILENO && !(stream->_flags & without) && REAL(fstat)(stream->_fileno, &status) == 0 &&
           S_ISREG(status.st_mode);
}

bool stream_fails(enum heddle_failing what, FILE *stream, uint64_t site) {
    if (LIKELY(!calls_may_fail(what, site)) || !stream) {
        return false;
    }
    bool writes = what == HEDDLE_FAILING_WRITE;
    int saved = errno;
    bool may_fail = is_of_file(stream, writes ? NO_WRITES : NO_READS);
    errno = saved;
    bool fails = may_fail && call_fails_with(what, writes ? ENOSPC : EIO, site);
    if (fails) {
        stream->_flags |= ERROR_SEEN;
    }
    return fails;
}
