/* Calls that move bytes from one descriptor to another within the kernel, and those that send or receive several messages. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/descriptors/io.h"
#include "kernel/signals/signal_points.h"
#include "memory/memory.h"
#include "model/runtime.h"

/* One that may be waited for, or what never blocks: -1. */
struct end {
    int descriptor, slot, flags;
    struct held held;
};

static struct end end_of(int fd, uint64_t site) {
    struct end end = {.descriptor = fd, .slot = -1};
    io_modelled(fd, site, &end.slot);
    return end;
}

static void hold(struct end *end, uint64_t site) {
    if (end->slot >= 0) {
        end->held = held_begin(end->descriptor, end->slot, HELD_TO_BLOCK, site);
        end->descriptor = end->held.copy;
        end->slot = end->held.copy_slot;
    }
}

static void let_go(const struct end *end, uint64_t site) {
    if (end->slot >= 0) {
        held_end(&end->held, site);
    }
}

/* Whether the kernel would look at the two at all: they are open, so many of them are pipes, and they are not the same one. */
static bool may_move(int in, int out, int pipes) {
    struct stat from, to;
    if (REAL(fstat)(in, &from) != 0 || REAL(fstat)(out, &to) != 0) {
        return false;
    }
    int found = S_ISFIFO(from.st_mode) + S_ISFIFO(to.st_mode);
    return found >= pipes && (found < 2 || from.st_ino != to.st_ino);
}

/* Neither of the two ends may block. */
static void keep_from_blocking(struct end *end) {
    end->flags = end->slot >= 0 ? REAL(fcntl)(end->descriptor, F_GETFL) : -1;
    if (end->flags != -1) {
        REAL(fcntl)(end->descriptor, F_SETFL, end->flags | O_NONBLOCK);
    }
}

static void let_block(const struct end *end) {
    int saved = errno;
    if (end->flags != -1) {
        REAL(fcntl)(end->descriptor, F_SETFL, end->flags);
    }
    errno = saved;
}

/* Waits for one end, tries, and if that would block, which is for the other one, waits for that. */
#define MOVING(from, to, waits, site, call)                                                                                \
    ({                                                                                                                     \
        bool of_to_ = (from)->slot < 0, both_ = (from)->slot >= 0 && (to)->slot >= 0;                                      \
        struct attempt attempt_ = {0};                                                                                     \
        ssize_t moved_;                                                                                                    \
        for (bool again_ = true; again_; of_to_ = both_ ? !of_to_ : of_to_) {                                              \
            struct end *end_ = of_to_ ? (to) : (from), *other_ = of_to_ ? (from) : (to);                                   \
            io_begin(&attempt_, of_to_ ? HEDDLE_IO_WRITE : HEDDLE_IO_READ, end_->descriptor, end_->slot, (waits), (site)); \
            keep_from_blocking(other_);                                                                                    \
            moved_ = (call);                                                                                               \
            let_block(other_);                                                                                             \
            again_ = io_again(&attempt_, moved_);                                                                          \
        }                                                                                                                  \
        moved_;                                                                                                            \
    })

/* Calls that move bytes from the one to the other, which they hold if they wait. */
#define HOLDING_BOTH(from, to, waits, site, calls) \
    ({                                             \
        bool waits_ = (waits);                     \
        if (waits_) {                              \
            hold((from), (site));                  \
            hold((to), (site));                    \
        }                                          \
        ssize_t of_calls_ = (calls);               \
        if (waits_) {                              \
            let_go((from), (site));                \
            let_go((to), (site));                  \
        }                                          \
        of_calls_;                                 \
    })

#define IS_MODELLED(from, to) ((from).slot >= 0 || (to).slot >= 0)
#define WAITS(in, out, pipes, flags) (!((flags) & SPLICE_F_NONBLOCK) && may_move((in), (out), (pipes)))

EXPORT ssize_t splice(int in, off64_t *in_at, int out, off64_t *out_at, size_t count, unsigned flags) {
    uint64_t site = SITE();
    struct end from = end_of(in, site), to = end_of(out, site);
    if (!IS_MODELLED(from, to)) {
        return REAL(splice)(in, in_at, out, out_at, count, flags);
    }
    unsigned tries = flags | SPLICE_F_NONBLOCK;
    bool waits = WAITS(in, out, 1, flags);
    return HOLDING_BOTH(
        &from, &to, waits, site,
        MOVING(&from, &to, waits, site, REAL(splice)(from.descriptor, in_at, to.descriptor, out_at, count, tries)));
}

EXPORT ssize_t tee(int in, int out, size_t count, unsigned flags) {
    uint64_t site = SITE();
    struct end from = end_of(in, site), to = end_of(out, site);
    if (!IS_MODELLED(from, to)) {
        return REAL(tee)(in, out, count, flags);
    }
    unsigned tries = flags | SPLICE_F_NONBLOCK;
    bool waits = WAITS(in, out, 2, flags);
    return HOLDING_BOTH(&from, &to, waits, site,
                        MOVING(&from, &to, waits, site, REAL(tee)(from.descriptor, to.descriptor, count, tries)));
}

/* Goes on until all is sent, as write does. */
static ssize_t send_file(struct end *to, struct end *from, off_t *in_at, size_t count, bool waits, uint64_t site) {
    size_t done = 0;
    ssize_t got;
    do {
        got = MOVING(from, to, waits, site, REAL(sendfile)(to->descriptor, from->descriptor, in_at, count - done));
        done += got > 0 ? (size_t)got : 0;
    } while (got > 0 && done < count && !(REAL(fcntl)(to->descriptor, F_GETFL) & O_NONBLOCK));
    return got < 0 && done == 0 ? got : (ssize_t)done;
}

EXPORT ssize_t sendfile(int out, int in, off_t *in_at, size_t count) {
    uint64_t site = SITE();
    struct end from = end_of(in, site), to = end_of(out, site);
    if (!IS_MODELLED(from, to)) {
        return REAL(sendfile)(out, in, in_at, count);
    }
    bool waits = may_move(in, out, 0);
    return HOLDING_BOTH(&from, &to, waits, site, send_file(&to, &from, in_at, count, waits, site));
}

EXPORT ssize_t sendfile64(int out, int in, off64_t *in_at, size_t count) {
    PASS_SITE();
    return sendfile(out, in, in_at, count);
}

/* Pages of the program's into a pipe, or bytes out of one into them. */
EXPORT ssize_t vmsplice(int fd, const struct iovec *parts, size_t count, unsigned flags) {
    uint64_t site = SITE();
    int slot;
    if (!io_modelled(fd, site, &slot)) {
        return REAL(vmsplice)(fd, parts, count, flags);
    }
    bool fills = (REAL(fcntl)(fd, F_GETFL) & O_ACCMODE) == O_WRONLY;
    return WAITING(fills ? HEDDLE_IO_WRITE : HEDDLE_IO_READ, fd, slot, !(flags & SPLICE_F_NONBLOCK), site,
                   REAL(vmsplice)(fd, parts, count, flags | SPLICE_F_NONBLOCK));
}

/* ---- several messages ---- */

/* No message at all: the kernel looks at the descriptor, and waits for nothing. */
#define NONE(call)                                                                                               \
    ({                                                                                                           \
        int slot_;                                                                                               \
        io_modelled_point(fd, site, &slot_) ? WAITING(HEDDLE_IO_WRITE, fd, slot_, false, site, (call)) : (call); \
    })

EXPORT int sendmmsg(int fd, struct mmsghdr *messages, unsigned count, int flags) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(sendmmsg)(fd, messages, count, flags);
    }
    if (count == 0) {
        return NONE(REAL(sendmmsg)(fd, messages, 0, flags));
    }
    unsigned sent = 0;
    for (; sent < count && sent < IOV_MAX; sent++) {
        pass_site(site);
        ssize_t size = sendmsg(fd, &messages[sent].msg_hdr, flags);
        if (size < 0) {
            break;
        }
        memory_store(&messages[sent].msg_len, (unsigned)size, site);
    }
    return sent > 0 ? (int)sent : -1;
}

/* The kernel looks at the time limit between two messages alone, and no time passes there. */
EXPORT int recvmmsg(int fd, struct mmsghdr *messages, unsigned count, int flags, struct timespec *limit) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(recvmmsg)(fd, messages, count, flags, limit);
    }
    memory_reads(limit, limit ? sizeof *limit : 0, site);
    if (count == 0) {
        return NONE(REAL(recvmmsg)(fd, messages, 0, flags, limit));
    }
    unsigned received = 0;
    for (; received < count; received++) {
        pass_site(site);
        bool has_one = received > 0 && flags & MSG_WAITFORONE;
        ssize_t size = recvmsg(fd, &messages[received].msg_hdr, (flags & ~MSG_WAITFORONE) | (has_one ? MSG_DONTWAIT : 0));
        if (size < 0) {
            break;
        }
        memory_store(&messages[received].msg_len, (unsigned)size, site);
    }
    return received > 0 ? (int)received : -1;
}
