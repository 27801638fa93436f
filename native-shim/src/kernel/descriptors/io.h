/* Calls on descriptors that can block. Each is an operation that blocks until the kernel would not; then the real call is made, with
 * O_NONBLOCK set so that it cannot block the only kernel thread there is. Descriptors that never block (files, terminals) go to
 * libc as they are. */
#ifndef HEDDLE_IO_H
#define HEDDLE_IO_H

#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>

#include "base/wire.h"
#include "kernel/descriptors/broken_pipe.h"
#include "kernel/descriptors/failing_io.h"
#include "kernel/readiness/held.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/signal_shown.h"
#include "memory/files.h"
#include "memory/numbers.h"

/* A call has made this descriptor of a channel, or of none, in its own event. */
static inline void io_made(int descriptor, uint64_t channel, uint64_t site) {
    numbers_of_blocking_given_again(descriptor, site);
    slot_adopt(descriptor, channel);
    numbers_taken_by_blocking(descriptor, site);
}

/* A call has made `copy` of the descriptor, in its own event, or has failed. Returns it. */
static inline int io_copied(int descriptor, int copy) {
    if (copy >= 0) {
        slot_sources.timer_copied(descriptor, copy);
    }
    return copy;
}

/* One real call, made again as long as it would block: all zeros before the first time. */
struct attempt {
    int descriptor, flags; /* flags: as they were, -1 if they are to be left as they are */
    bool waits, interrupted;
    bool reads;
    bool has_begun;
    bool has_tried; /* and found no room, or nothing */
    bool expired; /* its limit has passed */
    uint64_t deadline; /* of a socket that has a limit of its own (SO_RCVTIMEO, SO_SNDTIMEO); 0: none */
    bool is_shut; /* the socket, for reading: without O_NONBLOCK the call does not block, with it it would be made for ever */
    uint64_t site;
    bool catches; /* the signal of a broken pipe, which the kernel would deliver in the call: see broken_pipe.h */
    struct shown shown; /* to the call */
};

/* The slot of a descriptor that may block, which a call uses; else -1. */
int io_slot(int fd, uint64_t site);

/* Whether the call on the descriptor is one that we model; sets its slot. */
bool io_modelled(int fd, uint64_t site, int *slot);

/* The same for a call that is a cancellation point, whatever the descriptor. */
bool io_modelled_point(int fd, uint64_t site, int *slot);

/* From here on sockets may have limits of their own. */
void io_limits_are_used(void);

/* Before the real call: waits until the descriptor is ready, unless the call is one that does not wait. `kind`: CHANNEL_READ or CHANNEL_WRITE
 * where the call does nothing but read or write, which becomes IO_READ or IO_WRITE where it is no matter of the channel alone. */
void io_begin(struct attempt *attempt, enum heddle_op kind, int fd, int slot, bool waits, uint64_t site);

/* After the real call; whether it is to be made again. */
bool io_again(struct attempt *attempt, ssize_t result);

/* Whether so many parts of a message can be. */
static inline bool io_is_count(size_t count) { return count > 0 && count <= IOV_MAX; }

/* Bytes in all of them; none where there cannot be so many. */
static inline size_t io_size_of(const struct iovec *parts, int count) {
    size_t size = 0;
    for (int i = 0; count > 0 && io_is_count((size_t)count) && i < count; i++) {
        size += parts[i].iov_len;
    }
    return size;
}

/* What of the parts lies behind so many bytes; `rest` has as many. */
void io_parts_behind(struct iovec *rest, const struct iovec *parts, size_t count, size_t done);

/* Calls on what is behind the number, which may wait for it: `of` and `at`, variables with the number and its slot, stand meanwhile for
 * what is held. */
#define HOLDING(of, at, waits, site, calls)                                                                     \
    ({                                                                                                          \
        struct held held_ = (waits) ? held_begin((of), (at), HELD_TO_BLOCK, (site)) : held_nothing((of), (at)); \
        (of) = held_.copy;                                                                                      \
        (at) = held_.copy_slot;                                                                                 \
        ssize_t of_calls_ = (calls);                                                                            \
        (of) = held_.number;                                                                                    \
        (at) = held_.slot;                                                                                      \
        held_end(&held_, (site));                                                                               \
        of_calls_;                                                                                              \
    })

/* A call that may wait, made until it does not; `tried`: it is the rest of one, which there was no room for. */
#define TRYING(kind, fd, slot, waits, site, call, tried)                \
    ({                                                                  \
        struct attempt attempt_ = {.has_tried = (tried)};               \
        ssize_t result_;                                                \
        do {                                                            \
            io_begin(&attempt_, (kind), (fd), (slot), (waits), (site)); \
            result_ = (call);                                           \
        } while (io_again(&attempt_, result_));                         \
        result_;                                                        \
    })

/* The same of a whole call of the program's. */
#define WAITING(kind, fd, slot, waits, site, call) \
    HOLDING(fd, slot, (waits), (site), TRYING((kind), (fd), (slot), (waits), (site), (call), false))

/* A call that goes on, if it may wait and `all` is asked for, until so many bytes have come or gone: it is made for what is left behind `done`
 * of them. `writes`: what is left is what there was no room for. */
#define GOING_ON(kind, fd, slot, waits, all, size, writes, site, call)                                          \
    HOLDING(fd, slot, (waits), (site), ({                                                                       \
                bool goes_on_ = (waits) && (all);                                                               \
                size_t done = 0;                                                                                \
                ssize_t part_;                                                                                  \
                do {                                                                                            \
                    part_ = TRYING((kind), (fd), (slot), (waits), (site), (call), (writes) && done > 0);        \
                    done += part_ > 0 ? (size_t)part_ : 0;                                                      \
                } while (goes_on_ && part_ > 0 && done < (size) && !(REAL(fcntl)((fd), F_GETFL) & O_NONBLOCK)); \
                part_ < 0 && done == 0 ? part_ : (ssize_t)done;                                                 \
            }))

/* One that never waits. */
#define CHANGING(site, call)                          \
    ({                                                \
        kernel_point(HEDDLE_IO_CHANGE, 0, 0, (site)); \
        __typeof__(call) result_ = (call);            \
        kernel_settle();                              \
        result_;                                      \
    })

/* One that changes nothing but the channel of the descriptor in the slot, if that has one. */
#define CHANGING_CHANNEL(slot, site, call)                                            \
    ({                                                                                \
        kernel_slot_point(HEDDLE_CHANNEL_CHANGE, (slot), (struct needed){0}, (site)); \
        __typeof__(call) result_ = (call);                                            \
        kernel_settle();                                                              \
        result_;                                                                      \
    })

/* One that makes a descriptor of a channel, or of none, or fails with -1. */
#define MAKING(channel, site, call)                       \
    ({                                                    \
        int made_ = -1;                                   \
        if (LIKELY(!descriptors_run_out(site))) {         \
            files_new_number(site);                       \
            kernel_point(HEDDLE_IO_CHANGE, 0, 0, (site)); \
            made_ = (call);                               \
            if (made_ >= 0) {                             \
                io_made(made_, (channel), (site));        \
            }                                             \
            kernel_settle();                              \
        }                                                 \
        made_;                                            \
    })

#endif
