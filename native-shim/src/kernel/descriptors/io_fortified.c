/* Programs built with _FORTIFY_SOURCE call these; what they check has been checked where the size is known. */
#define _GNU_SOURCE
#include <sys/socket.h>
#include <unistd.h>

#include "base/compiler.h"
#include "model/runtime.h"

_Noreturn void __chk_fail(void);

EXPORT ssize_t __read_chk(int fd, void *buffer, size_t count, size_t size) {
    PASS_SITE();
    if (count > size) {
        __chk_fail();
    }
    return read(fd, buffer, count);
}

EXPORT ssize_t __pread_chk(int fd, void *buffer, size_t count, off_t from, size_t size) {
    PASS_SITE();
    if (count > size) {
        __chk_fail();
    }
    return pread(fd, buffer, count, from);
}

EXPORT ssize_t __pread64_chk(int fd, void *buffer, size_t count, off64_t from, size_t size) {
    PASS_SITE();
    if (count > size) {
        __chk_fail();
    }
    return pread64(fd, buffer, count, from);
}

EXPORT ssize_t __recv_chk(int fd, void *buffer, size_t count, size_t size, int flags) {
    PASS_SITE();
    if (count > size) {
        __chk_fail();
    }
    return recv(fd, buffer, count, flags);
}

EXPORT ssize_t __recvfrom_chk(int fd, void *restrict buffer, size_t count, size_t size, int flags, struct sockaddr *restrict from,
                              socklen_t *restrict length) {
    PASS_SITE();
    if (count > size) {
        __chk_fail();
    }
    return recvfrom(fd, buffer, count, flags, from, length);
}
