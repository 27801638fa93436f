/* Cancellation points that wait for nothing a thread of the program could do (POSIX.1, 2.9.5.2): a thread that has been cancelled ends
 * where it comes to one, and a signal may arrive there. What they do is libc's. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <termios.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/descriptors/failing_io.h"
#include "kernel/process/random.h"
#include "kernel/signals/signal_points.h"
#include "memory/files.h"
#include "memory/memory.h"
#include "memory/mappings/mapping.h"
#include "memory/numbers.h"
#include "model/runtime.h"

/* Whether what was written before does not get to the disk; errno is EIO then. */
static bool syncing_fails(uint64_t site) { return call_fails_with(HEDDLE_FAILING_WRITE, EIO, site); }

/* Before the call of a function that is one. */
#define POINT()                         \
    ({                                  \
        uint64_t site_ = SITE();        \
        if (running()) {                \
            signals_before_call(site_); \
        }                               \
        site_;                          \
    })

#define MODE(flags)                              \
    ({                                           \
        mode_t mode_ = 0;                        \
        if ((flags) & (O_CREAT | __O_TMPFILE)) { \
            va_list arguments_;                  \
            va_start(arguments_, flags);         \
            mode_ = va_arg(arguments_, mode_t);  \
            va_end(arguments_);                  \
        }                                        \
        mode_;                                   \
    })

/* What the call of one that opens a file returns. */
#define OPENED(path, flags, call)    \
    ({                               \
        files_opens(path, flags);    \
        (void)random_is_named(path); \
        GIVEN(call);                 \
    })

/* What the call of one that makes a descriptor returns. */
#define GIVEN(call)                                                                     \
    ({                                                                                  \
        uint64_t made_at_ = SITE();                                                     \
        if (running()) {                                                                \
            signals_before_call(made_at_);                                              \
        }                                                                               \
        UNLIKELY(descriptors_run_out(made_at_)) ? -1 : numbers_given((call), made_at_); \
    })

EXPORT int open(const char *path, int flags, ...) {
    mode_t mode = MODE(flags);
    return OPENED(path, flags, REAL(open)(path, flags, mode));
}

EXPORT int open64(const char *path, int flags, ...) {
    mode_t mode = MODE(flags);
    return OPENED(path, flags, REAL(open64)(path, flags, mode));
}

EXPORT int openat(int folder, const char *path, int flags, ...) {
    mode_t mode = MODE(flags);
    return OPENED(path, flags, REAL(openat)(folder, path, flags, mode));
}

EXPORT int openat64(int folder, const char *path, int flags, ...) {
    mode_t mode = MODE(flags);
    return OPENED(path, flags, REAL(openat64)(folder, path, flags, mode));
}

EXPORT int creat(const char *path, mode_t mode) { return OPENED(path, O_CREAT, REAL(creat)(path, mode)); }

EXPORT int creat64(const char *path, mode_t mode) { return OPENED(path, O_CREAT, REAL(creat64)(path, mode)); }

EXPORT int fsync(int fd) {
    uint64_t site = POINT();
    files_number(fd, false, site);
    if (UNLIKELY(syncing_fails(site))) {
        return -1;
    }
    return REAL(fsync)(fd);
}

EXPORT int fdatasync(int fd) {
    uint64_t site = POINT();
    files_number(fd, false, site);
    if (UNLIKELY(syncing_fails(site))) {
        return -1;
    }
    return REAL(fdatasync)(fd);
}

EXPORT int msync(void *at, size_t length, int flags) {
    mapping_looked_at(at, POINT());
    return REAL(msync)(at, length, flags);
}

EXPORT int tcdrain(int fd) {
    POINT();
    return REAL(tcdrain)(fd);
}

/* The same of one that is no cancellation point. */
#define MADE(call)                                                                      \
    ({                                                                                  \
        uint64_t made_at_ = SITE();                                                     \
        files_new_number(made_at_);                                                     \
        UNLIKELY(descriptors_run_out(made_at_)) ? -1 : numbers_given((call), made_at_); \
    })

EXPORT int memfd_create(const char *name, unsigned flags) { return MADE(REAL(memfd_create)(name, flags)); }
EXPORT int mkstemp(char *name) { return MADE(REAL(mkstemp)(name)); }
EXPORT int mkstemp64(char *name) { return MADE(REAL(mkstemp64)(name)); }
EXPORT int mkostemp(char *name, int flags) { return MADE(REAL(mkostemp)(name, flags)); }
EXPORT int mkostemp64(char *name, int flags) { return MADE(REAL(mkostemp64)(name, flags)); }
EXPORT int mkstemps(char *name, int suffix) { return MADE(REAL(mkstemps)(name, suffix)); }
EXPORT int mkstemps64(char *name, int suffix) { return MADE(REAL(mkstemps64)(name, suffix)); }
