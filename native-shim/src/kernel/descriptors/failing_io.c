#define _GNU_SOURCE
#include "kernel/descriptors/failing_io.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/real.h"
#include "kernel/signals/interrupted_calls.h"
#include "memory/external.h"
#include "model/runtime.h"

static int option_of(int fd, int option) {
    int value = 0;
    socklen_t length = sizeof value;
    return REAL(getsockopt)(fd, SOL_SOCKET, option, &value, &length) == 0 ? value : 0;
}

static uint64_t of_file(bool writes, size_t count) {
    return !writes ? EIO : count > 1 ? FAILS_BY_EITHER(HEDDLE_FAILS_SHORT, ENOSPC) : ENOSPC;
}

/* A connection that the other side has left. */
static uint64_t of_lost_connection(bool writes, int fd, int flags) {
    int domain = option_of(fd, SO_DOMAIN);
    bool is_tcp = domain == AF_INET || domain == AF_INET6;
    return !is_tcp                                                             ? 0
           : writes && (flags & MSG_NOSIGNAL || rt.seen.outlives_broken_pipes) ? FAILS_BY_EITHER(ECONNRESET, EPIPE)
                                                                               : ECONNRESET;
}

/* Who waits until all is written is kept from that by a signal alone. */
static uint64_t of_socket(bool writes, bool waits, int fd, size_t count, int flags, uint64_t interruption) {
    if (option_of(fd, SO_TYPE) != SOCK_STREAM) {
        return 0; /* a datagram is whole, and nobody resets what is no connection */
    }
    uint64_t lost = of_lost_connection(writes, fd, flags);
    bool may_be_short = count > 1 && (!writes || !waits || interruption);
    return may_be_short ? FAILS_BY_EITHER(HEDDLE_FAILS_SHORT, lost) : lost;
}

static uint64_t ways(bool writes, int fd, size_t count, int flags) {
    struct stat status;
    if (fd <= STDERR_FILENO || REAL(fstat)(fd, &status) != 0) {
        return 0;
    }
    if (S_ISREG(status.st_mode)) {
        return of_file(writes, count);
    }
    bool may_wait = !(flags & MSG_DONTWAIT) && !S_ISDIR(status.st_mode) && !S_ISBLK(status.st_mode);
    bool waits = may_wait && descriptor_waits(fd);
    uint64_t interruption = waits ? interruption_of(true) : 0;
    uint64_t own = S_ISSOCK(status.st_mode) ? of_socket(writes, waits, fd, count, flags, interruption) : 0;
    return interruption ? own << 8 | interruption : own;
}

int io_fails(enum heddle_failing what, int fd, size_t count, int flags, uint64_t site) {
    if (LIKELY(!calls_may_fail(what, site))) {
        return 0;
    }
    int saved = errno;
    uint64_t all = ways(what == HEDDLE_FAILING_WRITE, fd, count, flags);
    errno = saved;
    return call_fails(what, all, site);
}

bool descriptors_run_out(uint64_t site) {
    external_limits(site); /* which may say how many there can be */
    return call_fails_with(HEDDLE_FAILING_OPEN, EMFILE, site);
}
