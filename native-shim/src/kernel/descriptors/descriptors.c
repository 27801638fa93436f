/* Making, changing and closing descriptors. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/descriptors/io.h"
#include "kernel/readiness/channels.h"
#include "kernel/outside/peers.h"
#include "kernel/queues/queues.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/signals/signal_points.h"
#include "memory/files.h"
#include "memory/memory.h"
#include "memory/numbers.h"
#include "model/ending.h"
#include "model/note.h"
#include "model/runtime.h"

#define MOST_DESCRIPTORS 4096u /* of which close_range and closefrom look at each */

/* Ends the event of a call that makes two descriptors, unless it has failed, and hands them to the program. */
static int given(int error, const int made[2], int *ends, uint64_t site) {
    if (error == 0) {
        uint64_t channel = channel_new();
        io_made(made[0], channel, site);
        io_made(made[1], channel, site);
    }
    kernel_settle();
    if (error == 0) {
        memory_writes(ends, 2 * sizeof *ends, site);
        ends[0] = made[0];
        ends[1] = made[1];
    }
    return error;
}

EXPORT int pipe2(int ends[2], int flags) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pipe2)(ends, flags);
    }
    if (UNLIKELY(descriptors_run_out(site))) {
        return -1;
    }
    files_new_number(site);
    kernel_point(HEDDLE_IO_CHANGE, 0, 0, site);
    int made[2], error = REAL(pipe2)(made, flags);
    return given(error, made, ends, site);
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
    if (UNLIKELY(descriptors_run_out(site))) {
        return -1;
    }
    files_new_number(site);
    kernel_point(HEDDLE_IO_CHANGE, 0, 0, site);
    int made[2], error = REAL(socketpair)(domain, type, protocol, made);
    return given(error, made, ends, site);
}

EXPORT int socket(int domain, int type, int protocol) {
    uint64_t site = SITE();
    return running() ? MAKING(0, site, REAL(socket)(domain, type, protocol)) : REAL(socket)(domain, type, protocol);
}

EXPORT int eventfd(unsigned value, int flags) {
    uint64_t site = SITE();
    return running() ? MAKING(channel_new(), site, REAL(eventfd)(value, flags)) : REAL(eventfd)(value, flags);
}

EXPORT int signalfd(int fd, const sigset_t *set, int flags) {
    uint64_t site = SITE();
    int slot;
    if (!running()) {
        return REAL(signalfd)(fd, set, flags);
    }
    CALLS_ALONE("signalfd");
    signals_use_masks();
    if (fd == -1) {
        return MAKING(0, site, REAL(signalfd)(fd, set, flags));
    }
    return io_modelled(fd, site, &slot) ? CHANGING(site, REAL(signalfd)(fd, set, flags)) : REAL(signalfd)(fd, set, flags);
}

EXPORT int epoll_create1(int flags) {
    uint64_t site = SITE();
    channels_end();
    return running() ? MAKING(0, site, REAL(epoll_create1)(flags)) : REAL(epoll_create1)(flags);
}

EXPORT int epoll_create(int size) {
    uint64_t site = SITE();
    channels_end();
    return running() ? MAKING(0, site, REAL(epoll_create)(size)) : REAL(epoll_create)(size);
}

EXPORT int epoll_ctl(int set, int what, int fd, struct epoll_event *event) {
    uint64_t site = SITE();
    int slot;
    if (!io_modelled(set, site, &slot)) {
        return REAL(epoll_ctl)(set, what, fd, event);
    }
    kernel_slot(fd, site);
    return CHANGING(site, REAL(epoll_ctl)(set, what, fd, event));
}

EXPORT int inotify_init1(int flags) {
    uint64_t site = SITE();
    if (running()) {
        CALLS_ALONE("inotify_init1");
    }
    return running() ? MAKING(0, site, REAL(inotify_init1)(flags)) : REAL(inotify_init1)(flags);
}

EXPORT int inotify_init(void) {
    PASS_SITE();
    return inotify_init1(0);
}

EXPORT int inotify_add_watch(int fd, const char *path, uint32_t what) {
    uint64_t site = SITE();
    int slot;
    return io_modelled(fd, site, &slot) ? CHANGING(site, REAL(inotify_add_watch)(fd, path, what))
                                        : REAL(inotify_add_watch)(fd, path, what);
}

EXPORT int inotify_rm_watch(int fd, int watch) {
    uint64_t site = SITE();
    int slot;
    return io_modelled(fd, site, &slot) ? CHANGING(site, REAL(inotify_rm_watch)(fd, watch)) : REAL(inotify_rm_watch)(fd, watch);
}

EXPORT int connect(int fd, const struct sockaddr *to, socklen_t length) {
    uint64_t site = SITE();
    int slot;
    if (!io_modelled_point(fd, site, &slot)) {
        return REAL(connect)(fd, to, length);
    }
    signals_before_call(site);
    int error = CHANGING(site, (peers_serve(fd, to), REAL(connect)(fd, to, length)));
    slot_connected(slot, false);
    return error;
}

EXPORT int listen(int fd, int backlog) {
    uint64_t site = SITE();
    int slot;
    if (!io_modelled(fd, site, &slot)) {
        return REAL(listen)(fd, backlog);
    }
    int error = CHANGING(site, REAL(listen)(fd, backlog));
    slot_connected(slot, error == 0);
    return error;
}

EXPORT int shutdown(int fd, int how) {
    uint64_t site = SITE();
    int slot;
    return io_modelled(fd, site, &slot) ? CHANGING_CHANNEL(slot, site, REAL(shutdown)(fd, how)) : REAL(shutdown)(fd, how);
}

static int close_at(int fd, uint64_t site) {
    int slot;
    if (running()) {
        signals_before_call(site);
    }
    if (io_modelled(fd, site, &slot)) {
        numbers_of_blocking_ended(fd, false, site);
        files_new_number(site);
        return CHANGING_CHANNEL(slot, site, (held_closing(slot), slot_closing(slot), REAL(close)(fd)));
    }
    files_number(fd, true, site);
    queues_before_close(site);
    int error = REAL(close)(fd);
    queues_after_close(site);
    return error;
}

EXPORT int close(int fd) { return close_at(fd, SITE()); }

/* Whether it is open, and not one of the runtime's own, which lie high and are closed where another program is executed. */
static bool is_of_program(int fd) {
    int flags = REAL(fcntl)(fd, F_GETFD);
    return flags != -1 && (fd < OWN_DESCRIPTORS || !(flags & FD_CLOEXEC) || numbers_index(fd, false) >= 0 || slot_find(fd) >= 0);
}

/* Each descriptor by itself. What others make meanwhile is closed or not. */
static int close_several(unsigned first, unsigned last, int flags, uint64_t site) {
    numbers_all_closed(site);
    files_new_number(site);
    kernel_point(HEDDLE_IO_CHANGE, 0, 0, site);
    kernel_settle();
    int saved = errno;
    for (unsigned fd = first; fd <= last && fd < MOST_DESCRIPTORS; fd++) {
        if (!is_of_program((int)fd)) {
            continue;
        }
        if (flags & CLOSE_RANGE_CLOEXEC) {
            pass_site(site);
            fcntl((int)fd, F_SETFD, FD_CLOEXEC);
        } else {
            close_at((int)fd, site);
        }
    }
    errno = saved;
    return 0;
}

EXPORT int close_range(unsigned first, unsigned last, int flags) {
    uint64_t site = SITE();
    if (!running() || first > last || (flags & ~(int)CLOSE_RANGE_CLOEXEC) != 0) {
        if (running() && flags & CLOSE_RANGE_UNSHARE) {
            note(HEDDLE_NOTE_UNSEEN, 0, site, "close_range for one thread alone");
        }
        return REAL(close_range)(first, last, flags);
    }
    return close_several(first, last, flags, site);
}

EXPORT void closefrom(int first) {
    uint64_t site = SITE();
    if (running()) {
        close_several(first < 0 ? 0 : (unsigned)first, ~0u, 0, site);
    } else {
        REAL(closefrom)(first);
    }
}

EXPORT int dup(int fd) {
    uint64_t site = SITE();
    int slot;
    if (io_modelled(fd, site, &slot)) {
        return MAKING(channel_of_descriptor(fd), site, io_copied(fd, REAL(dup)(fd)));
    }
    if (UNLIKELY(descriptors_run_out(site))) {
        return -1;
    }
    files_number(fd, false, site);
    files_new_number(site);
    return numbers_given(REAL(dup)(fd), site);
}

/* Before a number comes to stand for what is behind another one: whether that is an operation. Locks of the file that was there are given
 * back. */
static bool begin_to_put(int fd, int over, uint64_t site) {
    int slot;
    bool is_modelled = io_modelled(fd, site, &slot), was_modelled = io_modelled(over, site, &slot);
    numbers_of_blocking_ended(over, was_modelled, site);
    if (!is_modelled) {
        files_number(fd, false, site);
    }
    if (!was_modelled) {
        files_number(over, true, site);
    }
    queues_before_close(site);
    if (is_modelled || was_modelled) {
        files_new_number(site);
        kernel_point(HEDDLE_IO_CHANGE, 0, 0, site);
        if (was_modelled) {
            held_closing(slot);
        }
    }
    return is_modelled || was_modelled;
}

static int end_to_put(bool is_operation, int fd, int made, uint64_t site) {
    if (is_operation) {
        if (made >= 0) {
            if (made != fd) {
                slot_sources.timer_closed(made);
                slot_sources.timer_copied(fd, made);
            }
            slot_replaced(made);
            io_made(made, channel_of_descriptor(fd), site);
        }
        kernel_settle();
    } else {
        numbers_given(made, site);
    }
    queues_after_close(site);
    return made;
}

#define PUTTING(fd, over, site, call)                            \
    ({                                                           \
        bool is_operation_ = begin_to_put((fd), (over), (site)); \
        int made_ = (call);                                      \
        end_to_put(is_operation_, (fd), made_, (site));          \
    })

EXPORT int dup3(int fd, int to, int flags) {
    uint64_t site = SITE();
    return running() ? PUTTING(fd, to, site, REAL(dup3)(fd, to, flags)) : REAL(dup3)(fd, to, flags);
}

EXPORT int dup2(int fd, int to) {
    uint64_t site = SITE();
    return running() ? PUTTING(fd, to, site, REAL(dup2)(fd, to)) : REAL(dup2)(fd, to);
}
