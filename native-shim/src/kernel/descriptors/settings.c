/* Settings of descriptors, which one thread may change while another looks at them: their flags, options and addresses of sockets. For
 * those of one descriptor there is a variable of the runtime that calls read and write; where two threads' calls race there, their
 * order is explored. That is no data race. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/descriptors/io.h"
#include "kernel/descriptors/settings.h"
#include "kernel/queues/queues.h"
#include "kernel/readiness/slots.h"
#include "kernel/signals/signal_points.h"
#include "memory/files.h"
#include "memory/memory.h"
#include "memory/numbers.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "race/race_report.h"

enum { OF_SLOTS = 64, OF_OTHERS = 64 };
static uint64_t settings[OF_SLOTS + OF_OTHERS + NUMBERS];
static const struct heddle_site records[] = {
    {(const char *)settings, "", "the settings of a descriptor", 0, 0, HEDDLE_SITE_VARIABLE, sizeof settings},
};

void settings_prepare(void) {
    resolve_name(records, records + 1);
    race_is_benign((uint64_t)(uintptr_t)settings, sizeof settings);
}

/* Not the number, which may be another one in another execution. */
static unsigned index_of(int fd) {
    int slot = slot_find(fd), number = slot < 0 ? numbers_index(fd, files_is_free(fd)) : -1;
    return slot >= 0     ? (unsigned)slot % OF_SLOTS
           : number >= 0 ? OF_SLOTS + OF_OTHERS + (unsigned)number
                         : OF_SLOTS + (unsigned)fd % OF_OTHERS;
}

static void use(int fd, bool changes, uint64_t site) {
    if (running() && rt.fiber_count > 1) {
        files_number(fd, false, site);
        memory_quiet_state(&settings[index_of(fd)], changes, site);
    }
}

#define LAST_ARGUMENT(before)                  \
    ({                                         \
        va_list arguments_;                    \
        va_start(arguments_, before);          \
        long last_ = va_arg(arguments_, long); \
        va_end(arguments_);                    \
        last_;                                 \
    })

static bool only_looks(int command) {
    return command == F_GETFL || command == F_GETFD || command == F_GETOWN || command == F_GETSIG || command == F_GETPIPE_SZ ||
           command == F_DUPFD || command == F_DUPFD_CLOEXEC || command == F_GETLK;
}

static void before_fcntl(int fd, int command, uint64_t site) {
    if (running() && (command == F_SETLKW || command == F_OFD_SETLKW)) {
        signals_before_call(site);
    }
    use(fd, !only_looks(command), site);
}

static int made(int command, int result, uint64_t site) {
    return command == F_DUPFD || command == F_DUPFD_CLOEXEC ? numbers_given(result, site) : result;
}

/* Locks that descriptors have, not the process. */
static bool locks_of_its_own(int command) { return command == F_OFD_SETLK || command == F_OFD_SETLKW; }

#define LOCKING(function, fd, command, argument, site) \
    QUEUED(QUEUE_LOCKS, (command) == F_OFD_SETLKW, EAGAIN, 0, (site), REAL(function)((fd), F_OFD_SETLK, (argument)))

EXPORT int fcntl(int fd, int command, ...) {
    long argument = LAST_ARGUMENT(command);
    uint64_t site = SITE();
    before_fcntl(fd, command, site);
    return running() && locks_of_its_own(command) ? LOCKING(fcntl, fd, command, argument, site)
                                                  : made(command, REAL(fcntl)(fd, command, argument), site);
}

EXPORT int fcntl64(int fd, int command, ...) {
    long argument = LAST_ARGUMENT(command);
    uint64_t site = SITE();
    before_fcntl(fd, command, site);
    return running() && locks_of_its_own(command) ? LOCKING(fcntl64, fd, command, argument, site)
                                                  : made(command, REAL(fcntl64)(fd, command, argument), site);
}

EXPORT int ioctl(int fd, unsigned long request, ...) {
    long argument = LAST_ARGUMENT(request);
    uint64_t site = SITE();
    int slot;
    use(fd, true, site);
    return io_modelled(fd, site, &slot) ? CHANGING(site, REAL(ioctl)(fd, request, argument)) : REAL(ioctl)(fd, request, argument);
}

EXPORT int getsockopt(int fd, int level, int name, void *restrict value, socklen_t *restrict length) {
    use(fd, false, SITE());
    return REAL(getsockopt)(fd, level, name, value, length);
}

EXPORT int setsockopt(int fd, int level, int name, const void *value, socklen_t length) {
    use(fd, true, SITE());
    return REAL(setsockopt)(fd, level, name, value, length);
}

EXPORT int getsockname(int fd, struct sockaddr *restrict address, socklen_t *restrict length) {
    use(fd, false, SITE());
    return REAL(getsockname)(fd, address, length);
}

EXPORT int getpeername(int fd, struct sockaddr *restrict address, socklen_t *restrict length) {
    use(fd, false, SITE());
    return REAL(getpeername)(fd, address, length);
}

EXPORT int bind(int fd, const struct sockaddr *address, socklen_t length) {
    uint64_t site = SITE();
    int slot;
    use(fd, true, site);
    return io_modelled(fd, site, &slot) ? CHANGING(site, REAL(bind)(fd, address, length)) : REAL(bind)(fd, address, length);
}
