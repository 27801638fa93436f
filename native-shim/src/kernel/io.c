/* Reading from, writing to, and making descriptors that can block. Each call is an operation that blocks until the kernel would
 * not; then the real call is made, with O_NONBLOCK set so that it cannot block the only kernel thread there is. Descriptors
 * that never block (files, terminals) go to libc as they are. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/kernel.h"
#include "kernel/signals.h"
#include "memory/filling.h"
#include "memory/memory.h"
#include "model/runtime.h"

struct attempt {
    int descriptor, flags; /* flags: as they were, -1 if they are to be left as they are */
    bool waits, interrupted;
};

/* Whether the call on the descriptor is one that we model; sets its slot. */
static bool modelled(int fd, uint64_t site, int *slot) { return running() && (*slot = kernel_slot(fd, site)) >= 0; }

/* The same for a call that is a cancellation point, whatever the descriptor. */
static bool modelled_point(int fd, uint64_t site, int *slot) {
    bool is = modelled(fd, site, slot);
    if (!is && running()) {
        signals_before_call(site);
    }
    return is;
}

/* Waits until the descriptor is ready, unless the call is one that does not wait. */
static void begin(struct attempt *attempt, enum heddle_op kind, int fd, int slot, bool waits, uint64_t site) {
    attempt->descriptor = fd;
    attempt->waits = waits && !(kernel_flags(slot) & O_NONBLOCK);
    if (attempt->waits) {
        signals_before_call(site);
    }
    uint64_t bit = kind == HEDDLE_IO_READ ? KERNEL_READABLE(slot) : KERNEL_WRITABLE(slot);
    kernel_point(kind, attempt->waits ? bit | signals_interrupt(site) : 0, 0, site);
    attempt->interrupted = attempt->waits && signals_run() == INTERRUPTED;
    attempt->flags = attempt->waits ? fcntl(fd, F_GETFL) : -1;
    if (attempt->flags != -1) {
        fcntl(fd, F_SETFL, attempt->flags | O_NONBLOCK);
    }
}

/* After the real call; whether it is to be made again. */
static bool again(const struct attempt *attempt, ssize_t result) {
    int error = errno;
    if (attempt->flags != -1) {
        fcntl(attempt->descriptor, F_SETFL, attempt->flags);
    }
    kernel_settle();
    bool blocked = result < 0 && (error == EAGAIN || error == EWOULDBLOCK) && attempt->waits;
    errno = blocked && attempt->interrupted ? EINTR : error;
    return blocked && !attempt->interrupted;
}

#define WAITING(kind, fd, slot, waits, site, call)                   \
    ({                                                               \
        struct attempt attempt_;                                     \
        ssize_t result_;                                             \
        do {                                                         \
            begin(&attempt_, (kind), (fd), (slot), (waits), (site)); \
            result_ = (call);                                        \
        } while (again(&attempt_, result_));                         \
        result_;                                                     \
    })

/* One that never waits. */
#define CHANGING(site, call)                          \
    ({                                                \
        kernel_point(HEDDLE_IO_CHANGE, 0, 0, (site)); \
        __typeof__(call) result_ = (call);            \
        kernel_settle();                              \
        result_;                                      \
    })

/* One that makes a descriptor, or fails with -1. */
#define MAKING(site, call)                            \
    ({                                                \
        kernel_point(HEDDLE_IO_CHANGE, 0, 0, (site)); \
        int made_ = (call);                           \
        if (made_ >= 0) {                             \
            kernel_adopt(made_);                      \
        }                                             \
        kernel_settle();                              \
        made_;                                        \
    })

/* ---- reading ---- */

/* A call that fills the buffer, as `into`, and returns how many bytes. */
#define FILLING(buffer, count, site, call)                                \
    ({                                                                    \
        struct filling filling_;                                          \
        void *into = filling_begin(&filling_, (buffer), (count), (site)); \
        ssize_t got_ = (call);                                            \
        filling_end(&filling_, got_ > 0 ? (size_t)got_ : 0);              \
        got_;                                                             \
    })

EXPORT ssize_t read(int fd, void *buffer, size_t count) {
    uint64_t site = SITE();
    int slot;
    return FILLING(buffer, count, site,
                   modelled_point(fd, site, &slot) ? WAITING(HEDDLE_IO_READ, fd, slot, true, site, REAL(read)(fd, into, count))
                                                   : REAL(read)(fd, into, count));
}

EXPORT ssize_t pread(int fd, void *buffer, size_t count, off_t from) {
    uint64_t site = SITE();
    if (running()) {
        signals_before_call(site);
    }
    return FILLING(buffer, count, site, REAL(pread)(fd, into, count, from));
}

EXPORT ssize_t pread64(int fd, void *buffer, size_t count, off64_t from) {
    uint64_t site = SITE();
    if (running()) {
        signals_before_call(site);
    }
    return FILLING(buffer, count, site, REAL(pread64)(fd, into, count, from));
}

static bool is_count(size_t count) { return count > 0 && count <= IOV_MAX; }

/* The same for several buffers: `into` is the array of them. */
#define FILLING_PARTS(parts, count, site, call)                                                                \
    ({                                                                                                         \
        struct filling fillings_[count];                                                                       \
        struct iovec into[count];                                                                              \
        for (size_t i_ = 0; i_ < (size_t)(count); i_++) {                                                      \
            into[i_].iov_len = (parts)[i_].iov_len;                                                            \
            into[i_].iov_base = filling_begin(&fillings_[i_], (parts)[i_].iov_base, into[i_].iov_len, (site)); \
        }                                                                                                      \
        ssize_t got_ = (call);                                                                                 \
        size_t left_ = got_ > 0 ? (size_t)got_ : 0;                                                            \
        for (size_t i_ = 0; i_ < (size_t)(count); i_++) {                                                      \
            size_t filled_ = left_ < into[i_].iov_len ? left_ : into[i_].iov_len;                              \
            filling_end(&fillings_[i_], filled_);                                                              \
            left_ -= filled_;                                                                                  \
        }                                                                                                      \
        got_;                                                                                                  \
    })

EXPORT ssize_t readv(int fd, const struct iovec *parts, int count) {
    uint64_t site = SITE();
    int slot;
    bool is = modelled_point(fd, site, &slot);
    if (!running() || count < 0 || !is_count((size_t)count)) {
        return REAL(readv)(fd, parts, count);
    }
    return FILLING_PARTS(parts, count, site,
                         is ? WAITING(HEDDLE_IO_READ, fd, slot, true, site, REAL(readv)(fd, into, count))
                            : REAL(readv)(fd, into, count));
}

EXPORT ssize_t recv(int fd, void *buffer, size_t count, int flags) {
    uint64_t site = SITE();
    int slot;
    return FILLING(buffer, count, site,
                   modelled(fd, site, &slot)
                       ? WAITING(HEDDLE_IO_READ, fd, slot, !(flags & MSG_DONTWAIT), site, REAL(recv)(fd, into, count, flags))
                       : REAL(recv)(fd, into, count, flags));
}

EXPORT ssize_t recvfrom(int fd, void *restrict buffer, size_t count, int flags, struct sockaddr *restrict from,
                        socklen_t *restrict length) {
    uint64_t site = SITE();
    int slot;
    return FILLING(buffer, count, site,
                   modelled(fd, site, &slot) ? WAITING(HEDDLE_IO_READ, fd, slot, !(flags & MSG_DONTWAIT), site,
                                                       REAL(recvfrom)(fd, into, count, flags, from, length))
                                             : REAL(recvfrom)(fd, into, count, flags, from, length));
}

static ssize_t receive(int fd, struct msghdr *message, int flags, uint64_t site) {
    int slot;
    return modelled(fd, site, &slot)
               ? WAITING(HEDDLE_IO_READ, fd, slot, !(flags & MSG_DONTWAIT), site, REAL(recvmsg)(fd, message, flags))
               : REAL(recvmsg)(fd, message, flags);
}

EXPORT ssize_t recvmsg(int fd, struct msghdr *message, int flags) {
    uint64_t site = SITE();
    if (!running() || !is_count(message->msg_iovlen)) {
        return receive(fd, message, flags, site);
    }
    struct msghdr ours = *message;
    ssize_t got = FILLING_PARTS(message->msg_iov, message->msg_iovlen, site, ({
                                    ours.msg_iov = into;
                                    receive(fd, &ours, flags, site);
                                }));
    ours.msg_iov = message->msg_iov;
    *message = ours;
    return got;
}

EXPORT int accept4(int fd, struct sockaddr *restrict from, socklen_t *restrict length, int flags) {
    uint64_t site = SITE();
    int slot;
    if (!modelled(fd, site, &slot)) {
        return REAL(accept4)(fd, from, length, flags);
    }
    struct attempt attempt;
    int made;
    do {
        begin(&attempt, HEDDLE_IO_READ, fd, slot, true, site);
        made = REAL(accept4)(fd, from, length, flags);
        if (made >= 0) {
            kernel_adopt(made);
        }
    } while (again(&attempt, made));
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

/* Programs built with _FORTIFY_SOURCE call these; what they check has been checked where the size is known. */
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

/* ---- writing: a blocking call goes on until all is written ---- */

#define WRITING(waits_, call)                                                                 \
    ({                                                                                        \
        size_t done = 0;                                                                      \
        ssize_t got_;                                                                         \
        do {                                                                                  \
            got_ = WAITING(HEDDLE_IO_WRITE, fd, slot, (waits_), site, (call));                \
            done += got_ > 0 ? (size_t)got_ : 0;                                              \
        } while (got_ > 0 && done < count && (waits_) && !(fcntl(fd, F_GETFL) & O_NONBLOCK)); \
        got_ < 0 && done == 0 ? got_ : (ssize_t)done;                                         \
    })

EXPORT ssize_t write(int fd, const void *buffer, size_t count) {
    uint64_t site = SITE();
    int slot;
    return modelled_point(fd, site, &slot) ? WRITING(true, REAL(write)(fd, (const char *)buffer + done, count - done))
                                           : REAL(write)(fd, buffer, count);
}

EXPORT ssize_t send(int fd, const void *buffer, size_t count, int flags) {
    uint64_t site = SITE();
    int slot;
    return modelled(fd, site, &slot)
               ? WRITING(!(flags & MSG_DONTWAIT), REAL(send)(fd, (const char *)buffer + done, count - done, flags))
               : REAL(send)(fd, buffer, count, flags);
}

EXPORT ssize_t sendto(int fd, const void *buffer, size_t count, int flags, const struct sockaddr *to, socklen_t length) {
    uint64_t site = SITE();
    int slot;
    return modelled(fd, site, &slot)
               ? WRITING(!(flags & MSG_DONTWAIT), REAL(sendto)(fd, (const char *)buffer + done, count - done, flags, to, length))
               : REAL(sendto)(fd, buffer, count, flags, to, length);
}

static void announce_parts(const struct iovec *parts, size_t count, uint64_t site) {
    for (size_t i = 0; running() && is_count(count) && i < count; i++) {
        memory_reads(parts[i].iov_base, parts[i].iov_len, site);
    }
}

EXPORT ssize_t writev(int fd, const struct iovec *parts, int count) {
    uint64_t site = SITE();
    int slot;
    announce_parts(parts, count < 0 ? 0 : (size_t)count, site);
    return modelled(fd, site, &slot) ? WAITING(HEDDLE_IO_WRITE, fd, slot, true, site, REAL(writev)(fd, parts, count))
                                     : REAL(writev)(fd, parts, count);
}

EXPORT ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
    uint64_t site = SITE();
    int slot;
    announce_parts(message->msg_iov, message->msg_iovlen, site);
    return modelled(fd, site, &slot)
               ? WAITING(HEDDLE_IO_WRITE, fd, slot, !(flags & MSG_DONTWAIT), site, REAL(sendmsg)(fd, message, flags))
               : REAL(sendmsg)(fd, message, flags);
}

EXPORT int eventfd_write(int fd, eventfd_t value) {
    PASS_SITE();
    return write(fd, &value, sizeof value) == sizeof value ? 0 : -1;
}

/* ---- making, changing and closing ---- */

EXPORT int pipe2(int ends[2], int flags) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pipe2)(ends, flags);
    }
    kernel_point(HEDDLE_IO_CHANGE, 0, 0, site);
    int error = REAL(pipe2)(ends, flags);
    if (error == 0) {
        kernel_adopt(ends[0]);
        kernel_adopt(ends[1]);
    }
    kernel_settle();
    return error;
}

EXPORT int pipe(int ends[2]) {
    PASS_SITE();
    return pipe2(ends, 0);
}

EXPORT int socketpair(int domain, int type, int protocol, int ends[2]) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(socketpair)(domain, type, protocol, ends);
    }
    kernel_point(HEDDLE_IO_CHANGE, 0, 0, site);
    int error = REAL(socketpair)(domain, type, protocol, ends);
    if (error == 0) {
        kernel_adopt(ends[0]);
        kernel_adopt(ends[1]);
    }
    kernel_settle();
    return error;
}

EXPORT int socket(int domain, int type, int protocol) {
    uint64_t site = SITE();
    return running() ? MAKING(site, REAL(socket)(domain, type, protocol)) : REAL(socket)(domain, type, protocol);
}

EXPORT int eventfd(unsigned value, int flags) {
    uint64_t site = SITE();
    return running() ? MAKING(site, REAL(eventfd)(value, flags)) : REAL(eventfd)(value, flags);
}

EXPORT int epoll_create1(int flags) {
    uint64_t site = SITE();
    return running() ? MAKING(site, REAL(epoll_create1)(flags)) : REAL(epoll_create1)(flags);
}

EXPORT int epoll_create(int size) {
    uint64_t site = SITE();
    return running() ? MAKING(site, REAL(epoll_create)(size)) : REAL(epoll_create)(size);
}

EXPORT int epoll_ctl(int set, int what, int fd, struct epoll_event *event) {
    uint64_t site = SITE();
    int slot;
    if (!modelled(set, site, &slot)) {
        return REAL(epoll_ctl)(set, what, fd, event);
    }
    kernel_slot(fd, site);
    return CHANGING(site, REAL(epoll_ctl)(set, what, fd, event));
}

EXPORT int connect(int fd, const struct sockaddr *to, socklen_t length) {
    uint64_t site = SITE();
    int slot;
    if (!modelled(fd, site, &slot)) {
        return REAL(connect)(fd, to, length);
    }
    signals_before_call(site);
    int error = CHANGING(site, REAL(connect)(fd, to, length));
    kernel_connected(slot, false);
    return error;
}

EXPORT int listen(int fd, int backlog) {
    uint64_t site = SITE();
    int slot;
    if (!modelled(fd, site, &slot)) {
        return REAL(listen)(fd, backlog);
    }
    int error = CHANGING(site, REAL(listen)(fd, backlog));
    kernel_connected(slot, error == 0);
    return error;
}

EXPORT int shutdown(int fd, int how) {
    uint64_t site = SITE();
    int slot;
    return modelled(fd, site, &slot) ? CHANGING(site, REAL(shutdown)(fd, how)) : REAL(shutdown)(fd, how);
}

EXPORT int close(int fd) {
    uint64_t site = SITE();
    int slot;
    if (running()) {
        signals_before_call(site);
    }
    return modelled(fd, site, &slot) ? CHANGING(site, (kernel_closing(slot), REAL(close)(fd))) : REAL(close)(fd);
}

EXPORT int dup(int fd) {
    uint64_t site = SITE();
    int slot;
    return modelled(fd, site, &slot) ? MAKING(site, REAL(dup)(fd)) : REAL(dup)(fd);
}

EXPORT int dup3(int fd, int to, int flags) {
    uint64_t site = SITE();
    int slot;
    bool either = modelled(fd, site, &slot);
    either = modelled(to, site, &slot) || either;
    return either ? MAKING(site, REAL(dup3)(fd, to, flags)) : REAL(dup3)(fd, to, flags);
}

EXPORT int dup2(int fd, int to) {
    uint64_t site = SITE();
    int slot;
    bool either = modelled(fd, site, &slot);
    either = modelled(to, site, &slot) || either;
    return either ? MAKING(site, REAL(dup2)(fd, to)) : REAL(dup2)(fd, to);
}
