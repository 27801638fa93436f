/* Writing to descriptors: a blocking call goes on until all is written. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/descriptors/failing_io.h"
#include "kernel/descriptors/io.h"
#include "kernel/signals/signal_points.h"
#include "memory/mappings/mapping.h"
#include "memory/mappings/shared_pages.h"
#include "memory/memory.h"
#include "model/runtime.h"

/* Goes on until all is written. */
#define WRITING(kind, waits, size, call) GOING_ON(kind, fd, slot, waits, true, size, true, site, call)

EXPORT ssize_t write(int fd, const void *buffer, size_t count) {
    uint64_t site = SITE();
    int slot;
    WRITING_MAY_FAIL(fd, count, 0, site);
    mapping_handed_over(buffer, site);
    return io_modelled_point(fd, site, &slot)
               ? WRITING(HEDDLE_CHANNEL_WRITE, true, count, REAL(write)(fd, (const char *)buffer + done, count - done))
               : (shared_pages_used(fd, count, true, site), REAL(write)(fd, buffer, count));
}

EXPORT ssize_t send(int fd, const void *buffer, size_t count, int flags) {
    uint64_t site = SITE();
    int slot;
    WRITING_MAY_FAIL(fd, count, flags, site);
    mapping_handed_over(buffer, site);
    return io_modelled_point(fd, site, &slot) ? WRITING(HEDDLE_CHANNEL_WRITE, !(flags & MSG_DONTWAIT), count,
                                                        REAL(send)(fd, (const char *)buffer + done, count - done, flags))
                                              : REAL(send)(fd, buffer, count, flags);
}

EXPORT ssize_t sendto(int fd, const void *buffer, size_t count, int flags, const struct sockaddr *to, socklen_t length) {
    uint64_t site = SITE();
    int slot;
    WRITING_MAY_FAIL(fd, count, flags, site);
    mapping_handed_over(buffer, site);
    return io_modelled_point(fd, site, &slot)
               ? WRITING(to ? HEDDLE_IO_WRITE : HEDDLE_CHANNEL_WRITE, !(flags & MSG_DONTWAIT), count,
                         REAL(sendto)(fd, (const char *)buffer + done, count - done, flags, to, length))
               : REAL(sendto)(fd, buffer, count, flags, to, length);
}

static void announce_parts(const struct iovec *parts, size_t count, uint64_t site) {
    if (!running() || !io_is_count(count)) {
        return;
    }
    memory_reads(parts, count * sizeof *parts, site);
    for (size_t i = 0; i < count; i++) {
        mapping_handed_over(parts[i].iov_base, site);
        memory_reads(parts[i].iov_base, parts[i].iov_len, site);
    }
}

static ssize_t write_behind(int fd, const struct iovec *parts, size_t count, size_t done) {
    if (LIKELY(done == 0)) {
        return REAL(writev)(fd, parts, (int)count);
    }
    struct iovec rest[count];
    io_parts_behind(rest, parts, count, done);
    return REAL(writev)(fd, rest, (int)count);
}

EXPORT ssize_t writev(int fd, const struct iovec *parts, int count) {
    uint64_t site = SITE();
    int slot;
    IO_MAY_FAIL(HEDDLE_FAILING_WRITE, fd, count, 1, 0, site); /* of several parts the first one */
    announce_parts(parts, count < 0 ? 0 : (size_t)count, site);
    return io_modelled_point(fd, site, &slot)
               ? WRITING(HEDDLE_CHANNEL_WRITE, true, io_size_of(parts, count), write_behind(fd, parts, (size_t)count, done))
               : REAL(writev)(fd, parts, count);
}

EXPORT ssize_t pwrite(int fd, const void *from, size_t count, off_t at) {
    uint64_t site = SITE();
    if (running()) {
        signals_before_call(site);
    }
    WRITING_MAY_FAIL(fd, count, 0, site);
    mapping_handed_over(from, site);
    shared_pages_used_at(fd, count, at, true, site);
    return REAL(pwrite)(fd, from, count, at);
}

EXPORT ssize_t pwrite64(int fd, const void *from, size_t count, off64_t at) {
    PASS_SITE();
    return pwrite(fd, from, count, at);
}

EXPORT ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
    uint64_t site = SITE();
    if (running()) {
        signals_before_call(site);
    }
    IO_MAY_FAIL(HEDDLE_FAILING_WRITE, fd, count, 1, 0, site);
    announce_parts(parts, count < 0 ? 0 : (size_t)count, site);
    shared_pages_used_at(fd, io_size_of(parts, count), at, true, site);
    return REAL(pwritev)(fd, parts, count, at);
}

EXPORT ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) {
    PASS_SITE();
    return pwritev(fd, parts, count, at);
}

/* At -1 it is writev, and of what may block. */
EXPORT ssize_t pwritev2(int fd, const struct iovec *parts, int count, off_t at, int flags) {
    uint64_t site = SITE();
    int slot;
    IO_MAY_FAIL(HEDDLE_FAILING_WRITE, fd, count, 1, flags & RWF_NOWAIT ? MSG_DONTWAIT : 0, site);
    announce_parts(parts, count < 0 ? 0 : (size_t)count, site);
    return io_modelled_point(fd, site, &slot)
               ? WAITING(HEDDLE_CHANNEL_WRITE, fd, slot, !(flags & RWF_NOWAIT), site, REAL(pwritev2)(fd, parts, count, at, flags))
               : REAL(pwritev2)(fd, parts, count, at, flags);
}

EXPORT ssize_t pwritev64v2(int fd, const struct iovec *parts, int count, off64_t at, int flags) {
    PASS_SITE();
    return pwritev2(fd, parts, count, at, flags);
}

/* What belongs to a message as a whole goes with its first part. */
static ssize_t send_behind(int fd, const struct msghdr *message, size_t done, int flags) {
    if (LIKELY(done == 0)) {
        return REAL(sendmsg)(fd, message, flags);
    }
    struct iovec rest[message->msg_iovlen];
    io_parts_behind(rest, message->msg_iov, message->msg_iovlen, done);
    struct msghdr behind = {.msg_iov = rest, .msg_iovlen = message->msg_iovlen};
    return REAL(sendmsg)(fd, &behind, flags);
}

EXPORT ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
    uint64_t site = SITE();
    int slot;
    size_t whole = 1;
    WRITING_MAY_FAIL(fd, whole, flags, site);
    if (running()) {
        memory_reads(message, sizeof *message, site);
        memory_reads(message->msg_name, message->msg_name ? message->msg_namelen : 0, site);
        memory_reads(message->msg_control, message->msg_control ? message->msg_controllen : 0, site);
    }
    announce_parts(message->msg_iov, message->msg_iovlen, site);
    bool is_more = message->msg_name || message->msg_control; /* it goes elsewhere, or hands descriptors over */
    return io_modelled_point(fd, site, &slot)
               ? WRITING(is_more ? HEDDLE_IO_WRITE : HEDDLE_CHANNEL_WRITE, !(flags & MSG_DONTWAIT),
                         io_size_of(message->msg_iov, (int)message->msg_iovlen), send_behind(fd, message, done, flags))
               : REAL(sendmsg)(fd, message, flags);
}

EXPORT int eventfd_write(int fd, eventfd_t value) {
    PASS_SITE();
    return write(fd, &value, sizeof value) == sizeof value ? 0 : -1;
}
