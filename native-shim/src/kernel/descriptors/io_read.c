/* Reading from descriptors. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/descriptors/failing_io.h"
#include "kernel/descriptors/io.h"
#include "kernel/process/random.h"
#include "kernel/process/sources.h"
#include "kernel/signals/interrupted_calls.h"
#include "kernel/signals/signal_points.h"
#include "memory/mappings/shared_pages.h"
#include "memory/memory.h"
#include "memory/stdio/output_buffer.h"
#include "model/runtime.h"

/* A call that fills the buffer, as `into`, and returns how many bytes. */
#define FILLING(buffer, count, site, call)                                     \
    ({                                                                         \
        struct output_buffer buffer_;                                          \
        void *into = output_buffer_begin(&buffer_, (buffer), (count), (site)); \
        ssize_t got_ = (call);                                                 \
        output_buffer_end(&buffer_, got_ > 0 ? (size_t)got_ : 0);              \
        got_;                                                                  \
    })

/* From what waits for nobody. */
static ssize_t read_at_once(int fd, void *into, size_t count, uint64_t site) {
    if (random_is_device(fd)) {
        random_fill(into, count);
        return (ssize_t)count;
    }
    shared_pages_used(fd, count, false, site);
    ssize_t got = REAL(read)(fd, into, count);
    source_read("read", into, got > 0 ? (size_t)got : 0, site);
    return got;
}

static ssize_t pread_at_once(int fd, void *into, size_t count, off_t from, uint64_t site) {
    if (random_is_device(fd)) {
        random_fill(into, count);
        return (ssize_t)count;
    }
    shared_pages_used_at(fd, count, from, false, site);
    return REAL(pread)(fd, into, count, from);
}

/* As readv, preadv or preadv2. */
#define PARTS_AT_ONCE(fd, parts, count, call) \
    (random_is_device(fd) ? (random_fill_parts(parts, count), (ssize_t)io_size_of(parts, count)) : (call))

EXPORT ssize_t read(int fd, void *buffer, size_t count) {
    uint64_t site = SITE();
    int slot;
    READING_MAY_FAIL(fd, count, 0, site);
    return FILLING(buffer, count, site,
                   io_modelled_point(fd, site, &slot)
                       ? WAITING(HEDDLE_CHANNEL_READ, fd, slot, true, site, REAL(read)(fd, into, count))
                       : read_at_once(fd, into, count, site));
}

EXPORT ssize_t pread(int fd, void *buffer, size_t count, off_t from) {
    uint64_t site = SITE();
    READING_MAY_FAIL(fd, count, 0, site);
    if (running()) {
        signals_before_call(site);
    }
    return FILLING(buffer, count, site, pread_at_once(fd, into, count, from, site));
}

EXPORT ssize_t pread64(int fd, void *buffer, size_t count, off64_t from) {
    PASS_SITE();
    return pread(fd, buffer, count, from);
}

/* The same for several buffers: `into` is the array of them. */
#define OUTPUT_PARTS(parts, count, site, call)                                                                      \
    ({                                                                                                              \
        struct output_buffer buffers_[count];                                                                       \
        struct iovec into[count];                                                                                   \
        for (size_t i_ = 0; i_ < (size_t)(count); i_++) {                                                           \
            into[i_].iov_len = (parts)[i_].iov_len;                                                                 \
            into[i_].iov_base = output_buffer_begin(&buffers_[i_], (parts)[i_].iov_base, into[i_].iov_len, (site)); \
        }                                                                                                           \
        ssize_t got_ = (call);                                                                                      \
        size_t left_ = got_ > 0 ? (size_t)got_ : 0;                                                                 \
        for (size_t i_ = 0; i_ < (size_t)(count); i_++) {                                                           \
            size_t filled_ = left_ < into[i_].iov_len ? left_ : into[i_].iov_len;                                   \
            output_buffer_end(&buffers_[i_], filled_);                                                              \
            left_ -= filled_;                                                                                       \
        }                                                                                                           \
        got_;                                                                                                       \
    })

EXPORT ssize_t readv(int fd, const struct iovec *parts, int count) {
    uint64_t site = SITE();
    int slot;
    READING_MAY_FAIL(fd, count, 0, site); /* of several parts the first one */
    bool is_modelled = io_modelled_point(fd, site, &slot);
    if (!running() || count < 0 || !io_is_count((size_t)count)) {
        return REAL(readv)(fd, parts, count);
    }
    memory_reads(parts, (size_t)count * sizeof *parts, site);
    return OUTPUT_PARTS(parts, count, site,
                        is_modelled ? WAITING(HEDDLE_CHANNEL_READ, fd, slot, true, site, REAL(readv)(fd, into, count))
                                    : PARTS_AT_ONCE(fd, into, count, REAL(readv)(fd, into, count)));
}

EXPORT ssize_t preadv(int fd, const struct iovec *parts, int count, off_t from) {
    uint64_t site = SITE();
    READING_MAY_FAIL(fd, count, 0, site); /* of several parts the first one */
    if (!running() || count < 0 || !io_is_count((size_t)count)) {
        return REAL(preadv)(fd, parts, count, from);
    }
    signals_before_call(site);
    memory_reads(parts, (size_t)count * sizeof *parts, site);
    shared_pages_used_at(fd, io_size_of(parts, count), from, false, site);
    return OUTPUT_PARTS(parts, count, site, PARTS_AT_ONCE(fd, into, count, REAL(preadv)(fd, into, count, from)));
}

EXPORT ssize_t preadv64(int fd, const struct iovec *parts, int count, off64_t from) {
    PASS_SITE();
    return preadv(fd, parts, count, from);
}

/* From -1 it is readv, and of what may block. */
EXPORT ssize_t preadv2(int fd, const struct iovec *parts, int count, off_t from, int flags) {
    uint64_t site = SITE();
    int slot;
    READING_MAY_FAIL(fd, count, flags & RWF_NOWAIT ? MSG_DONTWAIT : 0, site);
    bool is_modelled = io_modelled_point(fd, site, &slot);
    if (!running() || count < 0 || !io_is_count((size_t)count)) {
        return REAL(preadv2)(fd, parts, count, from, flags);
    }
    memory_reads(parts, (size_t)count * sizeof *parts, site);
    return OUTPUT_PARTS(parts, count, site,
                        is_modelled ? WAITING(HEDDLE_CHANNEL_READ, fd, slot, !(flags & RWF_NOWAIT), site,
                                              REAL(preadv2)(fd, into, count, from, flags))
                                    : PARTS_AT_ONCE(fd, into, count, REAL(preadv2)(fd, into, count, from, flags)));
}

EXPORT ssize_t preadv64v2(int fd, const struct iovec *parts, int count, off64_t from, int flags) {
    PASS_SITE();
    return preadv2(fd, parts, count, from, flags);
}

/* Whether a call goes on until all has come, as write does. A look at what is there (MSG_PEEK) finds what is there. */
static bool waits_for_all(int fd, int flags) {
    int type = 0;
    socklen_t length = sizeof type;
    return UNLIKELY(flags & MSG_WAITALL) && !(flags & MSG_PEEK) &&
           REAL(getsockopt)(fd, SOL_SOCKET, SO_TYPE, &type, &length) == 0 && type == SOCK_STREAM;
}

#define RECEIVING(kind, fd, slot, count, flags, site, call) \
    GOING_ON(kind, fd, slot, !((flags) & MSG_DONTWAIT), waits_for_all((fd), (flags)), count, false, site, call)

EXPORT ssize_t recv(int fd, void *buffer, size_t count, int flags) {
    uint64_t site = SITE();
    int slot;
    READING_MAY_FAIL(fd, count, flags, site);
    return FILLING(buffer, count, site,
                   io_modelled_point(fd, site, &slot) ? RECEIVING(HEDDLE_CHANNEL_READ, fd, slot, count, flags, site,
                                                                  REAL(recv)(fd, (char *)into + done, count - done, flags))
                                                      : REAL(recv)(fd, into, count, flags));
}

/* Where a call puts the address of the other side, which the program gets afterwards: its bytes, as far as there is room, and how long
 * it is. */
struct peer {
    struct sockaddr_storage address;
    socklen_t length;
};

static struct sockaddr *peer_begin(struct peer *peer, const struct sockaddr *to, const socklen_t *length, uint64_t site) {
    if (!to || !length) {
        return NULL;
    }
    memory_reads(length, sizeof *length, site);
    peer->length = *length < sizeof peer->address ? *length : (socklen_t)sizeof peer->address;
    return (struct sockaddr *)&peer->address;
}

static void peer_end(const struct peer *peer, struct sockaddr *to, socklen_t *length, uint64_t site) {
    socklen_t room = *length, filled = peer->length < room ? peer->length : room;
    if (filled > 0) {
        memory_writes(to, filled, site);
        memcpy(to, &peer->address, filled);
    }
    memory_writes(length, sizeof *length, site);
    *length = peer->length;
}

EXPORT ssize_t recvfrom(int fd, void *restrict buffer, size_t count, int flags, struct sockaddr *restrict from,
                        socklen_t *restrict length) {
    uint64_t site = SITE();
    int slot;
    READING_MAY_FAIL(fd, count, flags, site);
    struct peer peer;
    struct sockaddr *address = peer_begin(&peer, from, length, site);
    ssize_t got = FILLING(
        buffer, count, site,
        io_modelled_point(fd, site, &slot)
            ? RECEIVING(HEDDLE_CHANNEL_READ, fd, slot, count, flags, site,
                        REAL(recvfrom)(fd, (char *)into + done, count - done, flags, address, address ? &peer.length : length))
            : REAL(recvfrom)(fd, into, count, flags, address, address ? &peer.length : length));
    if (got >= 0 && address) {
        peer_end(&peer, from, length, site);
    }
    return got;
}

/* The parts of a message behind so many bytes. */
static ssize_t receive_behind(int fd, struct msghdr *message, size_t done, int flags) {
    if (LIKELY(done == 0)) {
        return REAL(recvmsg)(fd, message, flags);
    }
    struct iovec rest[message->msg_iovlen];
    io_parts_behind(rest, message->msg_iov, message->msg_iovlen, done);
    struct msghdr behind = {.msg_iov = rest, .msg_iovlen = message->msg_iovlen};
    return REAL(recvmsg)(fd, &behind, flags);
}

static ssize_t receive(int fd, struct msghdr *message, int flags, uint64_t site) {
    int slot;
    enum heddle_op kind = message->msg_control ? HEDDLE_IO_READ : HEDDLE_CHANNEL_READ; /* descriptors may come */
    return io_modelled_point(fd, site, &slot) ? RECEIVING(kind, fd, slot, io_size_of(message->msg_iov, (int)message->msg_iovlen),
                                                          flags, site, receive_behind(fd, message, done, flags))
                                              : REAL(recvmsg)(fd, message, flags);
}

/* What a call has left in a message, where the program's own is. */
static void announce_received(const struct msghdr *message, const struct msghdr *left, uint64_t site) {
    memory_writes(&message->msg_namelen, sizeof message->msg_namelen, site);
    memory_writes(&message->msg_controllen, sizeof message->msg_controllen, site);
    memory_writes(&message->msg_flags, sizeof message->msg_flags, site);
    memory_writes(left->msg_name, left->msg_name ? left->msg_namelen : 0, site);
    memory_writes(left->msg_control, left->msg_control ? left->msg_controllen : 0, site);
}

EXPORT ssize_t recvmsg(int fd, struct msghdr *message, int flags) {
    uint64_t site = SITE();
    size_t whole = 1;
    READING_MAY_FAIL(fd, whole, flags, site);
    if (!running() || !io_is_count(message->msg_iovlen)) {
        return receive(fd, message, flags, site);
    }
    memory_reads(message, sizeof *message, site);
    memory_reads(message->msg_iov, message->msg_iovlen * sizeof *message->msg_iov, site);
    struct msghdr ours = *message;
    ssize_t got = OUTPUT_PARTS(message->msg_iov, message->msg_iovlen, site, ({
                                   ours.msg_iov = into;
                                   receive(fd, &ours, flags, site);
                               }));
    ours.msg_iov = message->msg_iov;
    if (got >= 0) {
        announce_received(message, &ours, site);
    }
    *message = ours;
    return got;
}

EXPORT int accept4(int fd, struct sockaddr *restrict from, socklen_t *restrict length, int flags) {
    uint64_t site = SITE();
    int slot;
    if (UNLIKELY(descriptors_run_out(site) || call_on_is_interrupted(fd, site))) {
        return -1;
    }
    if (!io_modelled_point(fd, site, &slot)) {
        return REAL(accept4)(fd, from, length, flags);
    }
    struct peer peer;
    struct sockaddr *address = peer_begin(&peer, from, length, site);
    struct attempt attempt = {0};
    struct held held = held_begin(fd, slot, HELD_TO_BLOCK, site);
    int made;
    do {
        io_begin(&attempt, HEDDLE_IO_READ, held.copy, held.copy_slot, true, site);
        made = REAL(accept4)(held.copy, address, address ? &peer.length : length, flags);
        if (made >= 0) {
            io_made(made, 0, site);
        }
    } while (io_again(&attempt, made));
    held_end(&held, site);
    if (made >= 0 && address) {
        peer_end(&peer, from, length, site);
    }
    return made;
}

EXPORT int accept(int fd, struct sockaddr *restrict from, socklen_t *restrict length) {
    PASS_SITE();
    return accept4(fd, from, length, 0);
}

EXPORT int eventfd_read(int fd, eventfd_t *value) {
    PASS_SITE();
    return read(fd, value, sizeof *value) == sizeof *value ? 0 : -1;
}
