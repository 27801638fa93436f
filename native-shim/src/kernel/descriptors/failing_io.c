#define _GNU_SOURCE
#include "kernel/descriptors/failing_io.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/real.h"
#include "kernel/signals/interrupted_calls.h"
#include "model/runtime.h"

static int option_of(int fd, int option) {
    int value = 0;
    socklen_t length = sizeof value;
    return REAL(getsockopt)(fd, SOL_SOCKET, option, &value, &length) == 0 ? value : 0;
}

static uint64_t of_file(bool writes, size_t count) {
    return !writes ? EIO : count > 1 ? FAILS_BY_EITHER(HEDDLE_FAILS_SHORT, ENOSPC) : ENOSPC;
}

/* Who waits until all is written is kept from that by a signal alone. */
static uint64_t of_socket(bool waits, int fd, size_t count, uint64_t interruption) {
    int domain = option_of(fd, SO_DOMAIN);
    uint64_t resets = domain == AF_INET || domain == AF_INET6 ? ECONNRESET : 0;
    bool may_be_short = count > 1 && option_of(fd, SO_TYPE) == SOCK_STREAM && (!waits || interruption);
    return may_be_short ? FAILS_BY_EITHER(HEDDLE_FAILS_SHORT, resets) : resets;
}

static uint64_t ways(bool writes, int fd, size_t count) {
    struct stat status;
    if (fd <= STDERR_FILENO || REAL(fstat)(fd, &status) != 0) {
        return 0;
    }
    if (S_ISREG(status.st_mode)) {
        return of_file(writes, count);
    }
    bool waits = !S_ISDIR(status.st_mode) && !S_ISBLK(status.st_mode) && !(REAL(fcntl)(fd, F_GETFL) & O_NONBLOCK);
    uint64_t interruption = waits ? interruption_of(true) : 0;
    uint64_t own = S_ISSOCK(status.st_mode) ? of_socket(writes && waits, fd, count, interruption) : 0;
    return interruption ? own << 8 | interruption : own;
}

int io_fails(enum heddle_failing what, int fd, size_t count, uint64_t site) {
    if (LIKELY(!calls_may_fail(what, site))) {
        return 0;
    }
    int saved = errno;
    uint64_t all = ways(what == HEDDLE_FAILING_WRITE, fd, count);
    errno = saved;
    return call_fails(what, all, site);
}

bool descriptors_run_out(uint64_t site) {
    int error = call_fails(HEDDLE_FAILING_OPEN, EMFILE, site);
    if (UNLIKELY(error)) {
        errno = error;
    }
    return error != 0;
}
