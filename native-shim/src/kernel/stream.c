/* Streams on descriptors that can block. libc reads and writes for them by calls of its own, which nobody can interpose; so such a
 * stream is made of the modelled read, write and close instead. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/kernel.h"
#include "model/runtime.h"

static int descriptor_in(void *cookie) { return (int)(intptr_t)cookie; }

static ssize_t read_stream(void *cookie, char *buffer, size_t count) { return read(descriptor_in(cookie), buffer, count); }

/* A cookie's function returns 0 for failure. */
static ssize_t write_stream(void *cookie, const char *buffer, size_t count) {
    ssize_t written = write(descriptor_in(cookie), buffer, count);
    return written < 0 ? 0 : written;
}

static int close_stream(void *cookie) { return close(descriptor_in(cookie)); }

static bool allows(int flags, const char *mode) {
    int access = flags & O_ACCMODE;
    bool both = strchr(mode, '+'), reads = both || mode[0] == 'r', writes = both || mode[0] != 'r';
    return !(reads && access == O_WRONLY) && !(writes && access == O_RDONLY);
}

EXPORT FILE *fdopen(int fd, const char *mode) {
    uint64_t site = SITE();
    if (!running() || !mode[0] || !strchr("rwa", mode[0]) || kernel_slot(fd, site) < 0) {
        return REAL(fdopen)(fd, mode);
    }
    if (!allows(fcntl(fd, F_GETFL), mode)) {
        errno = EINVAL;
        return NULL;
    }
    cookie_io_functions_t functions = {.read = read_stream, .write = write_stream, .close = close_stream};
    FILE *stream = fopencookie((void *)(intptr_t)fd, mode, functions);
    if (stream) {
        stream->_fileno = fd;
    }
    return stream;
}

/* libc does not tell the descriptor of a stream made so. */
EXPORT int fileno(FILE *stream) {
    rt.site = NULL;
    return running() && stream->_fileno >= 0 ? stream->_fileno : REAL(fileno)(stream);
}
