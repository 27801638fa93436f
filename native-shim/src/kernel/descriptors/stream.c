/* Streams and directories.
 *
 * Streams on descriptors that can block: libc reads and writes for them by calls of its own, which nobody can interpose; so such a
 * stream is made of the modelled read, write and close instead.
 *
 * Their lives: a stream is a block of the heap. Opening it allocates that, closing it frees it, both where the program calls the
 * function, and every use reads it (LibraryFunction.java). */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/descriptors/failing_io.h"
#include "kernel/descriptors/popen.h"
#include "kernel/process/random.h"
#include "kernel/queues/queues.h"
#include "kernel/readiness/kernel.h"
#include "memory/files.h"
#include "memory/life.h"
#include "memory/memory.h"
#include "memory/numbers.h"
#include "memory/stdio/failing_stream.h"
#include "memory/stdio/stream_lock.h"
#include "model/memory/arenas.h"
#include "model/runtime.h"
#include "race/shadow/misuse.h"

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

static FILE *of_descriptor(int fd, const char *mode) {
    cookie_io_functions_t functions = {.read = read_stream, .write = write_stream, .close = close_stream};
    FILE *stream = fopencookie((void *)(intptr_t)fd, mode, functions);
    if (stream) {
        stream->_fileno = fd;
        stream_lock_made_of_calls(stream);
    }
    return stream;
}

EXPORT FILE *fdopen(int fd, const char *mode) {
    uint64_t site = SITE();
    bool is_known = running() && mode[0] && strchr("rwa", mode[0]);
    if (!is_known || (kernel_slot(fd, site) < 0 && !random_is_device(fd))) {
        return REAL(fdopen)(fd, mode);
    }
    if (!allows(REAL(fcntl)(fd, F_GETFL), mode)) {
        errno = EINVAL;
        return NULL;
    }
    return of_descriptor(fd, mode);
}
/* libc does not tell the descriptor of a stream made so. */
EXPORT int fileno(FILE *stream) {
    rt.site = NULL;
    return running() && stream->_fileno >= 0 ? stream->_fileno : REAL(fileno)(stream);
}

/* ---- lives ---- */

/* What libc allocates first is the stream. */
#define OPENING(call) ALLOCATING(SITE(), call)

/* The same of one that needs a descriptor, for which there may be no number. */
#define OPENING_FILE(call)                                                     \
    ({                                                                         \
        uint64_t from_ = SITE();                                               \
        UNLIKELY(descriptors_run_out(from_)) ? NULL : ALLOCATING(from_, call); \
    })

/* The stream, whose file this thread has made if it is new. */
static FILE *with_file(FILE *stream, bool is_new, uint64_t site) {
    if (stream && is_new) {
        files_made(stream->_fileno);
    }
    if (stream) {
        numbers_given(stream->_fileno, site);
    }
    return stream;
}

/* libc would read by itself from the kernel's device. */
static FILE *open_random(const char *path, const char *mode) {
    int flags = (strchr(mode, '+') ? O_RDWR : O_RDONLY) | (strchr(mode, 'e') ? O_CLOEXEC : 0);
    int fd = REAL(open)(path, flags);
    FILE *stream = fd < 0 ? NULL : of_descriptor(fd, mode);
    if (fd >= 0 && !stream) {
        REAL(close)(fd);
    }
    return stream;
}

EXPORT FILE *fopen(const char *restrict path, const char *restrict mode) {
    uint64_t site = SITE();
    if (rt.program.cancels) {
        outside.before_stream_call(site);
    }
    pass_site(site);
    if (random_is_named(path) && mode[0] == 'r') {
        return with_file(OPENING_FILE(open_random(path, mode)), false, site);
    }
    bool is_new = running() && mode[0] != 'r' && !files_has(path);
    return with_file(OPENING_FILE(REAL(fopen)(path, mode)), is_new, site);
}
EXPORT FILE *fopen64(const char *restrict path, const char *restrict mode) {
    PASS_SITE();
    return fopen(path, mode);
}
EXPORT FILE *tmpfile(void) {
    uint64_t site = SITE();
    files_new_number(site);
    pass_site(site);
    return with_file(OPENING_FILE(REAL(tmpfile)()), true, site);
}
EXPORT FILE *fmemopen(void *to, size_t size, const char *mode) { return OPENING(REAL(fmemopen)(to, size, mode)); }
EXPORT FILE *open_memstream(char **to, size_t *size) { return OPENING(REAL(open_memstream)(to, size)); }
EXPORT DIR *opendir(const char *path) {
    uint64_t site = SITE();
    files_new_number(site);
    pass_site(site);
    DIR *directory = OPENING_FILE(REAL(opendir)(path));
    numbers_given(directory ? dirfd(directory) : -1, site);
    return directory;
}

/* The event that ends the life comes before anything is done to the stream; freeing it is part of that. */
static void begin_to_close(const void *stream, uint64_t site) {
    struct heap_block block;
    if (!running() || !stream || !heap_lookup((uint64_t)(uintptr_t)stream, &block) || block.is_freed) {
        return;
    }
    memory_free(block.start, block.size, site);
    rt.current->closing.file = stream;
    rt.current->closing.site = site;
    if (rt.asked.races) {
        memory_closed(block.start);
    }
}

/* While another thread has the stream's lock, it is not closed. What it holds goes to its file. */
static void wait_for_lock(const char *function, FILE *stream, uint64_t site) {
    if (stream) {
        (void)WITH_STREAM(function, stream, HEDDLE_STREAM_WRITES, site, 0);
    }
}

static void number_closes(const FILE *stream, uint64_t site) {
    if (stream) {
        files_number(stream->_fileno, true, site);
    }
}

#define CLOSING(object, stream, call)             \
    ({                                            \
        uint64_t site_ = SITE();                  \
        wait_for_lock(__func__, (stream), site_); \
        begin_to_close((object), site_);          \
        number_closes((stream), site_);           \
        queues_before_close(site_);               \
        int error_ = (call);                      \
        queues_after_close(site_);                \
        if (running()) {                          \
            rt.current->closing.file = NULL;      \
        }                                         \
        error_;                                   \
    })

EXPORT int fclose(FILE *stream) {
    uint64_t site = SITE();
    bool fails = UNLIKELY(stream_fails(HEDDLE_FAILING_WRITE, stream, site)); /* what is in its buffer does not get to the disk */
    pass_site(site);
    int error = CLOSING(stream, stream, REAL(fclose)(stream));
    if (fails) {
        errno = ENOSPC;
        return EOF;
    }
    return error;
}
EXPORT int pclose(FILE *stream) {
    uint64_t site = SITE();
    int status;
    bool ran = popen_finish(stream, &status, site);
    pass_site(site);
    int error = CLOSING(stream, stream, ran ? REAL(fclose)(stream) : REAL(pclose)(stream));
    return ran ? status : error;
}
EXPORT int closedir(DIR *directory) {
    uint64_t site = SITE();
    if (running()) {
        files_number(dirfd(directory), true, site);
    }
    pass_site(site);
    return CLOSING(directory, NULL, REAL(closedir)(directory));
}
