/* How a call on a descriptor waits; see io.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/descriptors/io.h"
#include "kernel/signals/signal_handler.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/signals/signal_points.h"
#include "kernel/time/deadline.h"
#include "model/runtime.h"

int io_slot(int fd, uint64_t site) {
    if (rt.fiber_count > 1) {
        numbers_of_blocking_used(fd, true, site);
    }
    return kernel_slot(fd, site);
}

void io_parts_behind(struct iovec *rest, const struct iovec *parts, size_t count, size_t done) {
    for (size_t i = 0; i < count; i++) {
        size_t filled = done < parts[i].iov_len ? done : parts[i].iov_len;
        rest[i] = (struct iovec){(char *)parts[i].iov_base + filled, parts[i].iov_len - filled};
        done -= filled;
    }
}

bool io_modelled(int fd, uint64_t site, int *slot) { return running() && (*slot = io_slot(fd, site)) >= 0; }

bool io_modelled_point(int fd, uint64_t site, int *slot) {
    bool is_modelled = io_modelled(fd, site, slot);
    if (!is_modelled && running()) {
        signals_before_call(site);
    }
    return is_modelled;
}

static bool limits_are_used;

void io_limits_are_used(void) { limits_are_used = true; }

/* How long calls on the socket wait; 0: for ever. In nanoseconds. */
static uint64_t limit_of(int fd, bool reads) {
    struct timeval limit = {0};
    socklen_t length = sizeof limit;
    int error = REAL(getsockopt)(fd, SOL_SOCKET, reads ? SO_RCVTIMEO : SO_SNDTIMEO, &limit, &length);
    return error ? 0 : (uint64_t)limit.tv_sec * 1000000000ull + (uint64_t)limit.tv_usec * 1000;
}

/* Of a call that has a limit, and has tried: until one of the bits is set, or the limit has passed. Whether a signal has come, behind which no
 * such call goes on. */
static bool await_within_limit(struct attempt *attempt, int fd, int slot, uint64_t bit, uint64_t site) {
    if (UNLIKELY(limits_are_used) && attempt->waits && !attempt->has_begun) {
        uint64_t limit = limit_of(fd, attempt->reads);
        attempt->deadline = limit ? deadline_after(limit) : 0;
        attempt->expired = attempt->deadline == HEDDLE_DEADLINE_ANY;
    }
    attempt->has_begun = true;
    if (LIKELY(attempt->deadline <= HEDDLE_DEADLINE_ANY) || !attempt->has_tried) {
        return false;
    }
    struct needed needed = {.bits = kernel_either(bit, signals_interrupt(site)), .waits = true};
    struct polled polled = {.needed = needed, .slots = {slot}, .count = 1};
    attempt->expired = kernel_poll_point(&polled, attempt->deadline, site);
    bool is_interrupted = signals_run() != NOT_INTERRUPTED;
    kernel_settle();
    return is_interrupted;
}

/* Who writes tries first. A pipe without room for another page tells that it is full, though there may be room in its last page. A socket
 * tells so when a quarter of its memory is in use. Who has found no room is woken, by the kernel too, when they tell that there is some. */
void io_begin(struct attempt *attempt, enum heddle_op kind, int fd, int slot, bool waits, uint64_t site) {
    rt.channel_calls += rt.current->seen.counted_call;
    rt.current->seen.counted_call = false;
    attempt->descriptor = fd;
    attempt->waits = waits && !(slot_flags(slot) & O_NONBLOCK);
    signals_before_call(site);
    bool reads = kind == HEDDLE_IO_READ || kind == HEDDLE_CHANNEL_READ;
    attempt->reads = reads;
    uint64_t bit = reads ? kernel_readable(slot, site) : kernel_writable(slot);
    attempt->catches = !reads && broken_pipe_is_told();
    bool is_interrupted = await_within_limit(attempt, fd, slot, bit, site);
    enum heddle_op whole = reads ? HEDDLE_IO_READ : HEDDLE_IO_WRITE;
    struct needed needed = {.bits = reads ? bit : 0, .waits = attempt->waits};
    if (attempt->deadline) {
        needed = (struct needed){0};
    } else if (attempt->waits && (reads || attempt->has_tried)) {
        needed.bits = kernel_either(bit, signals_interrupt(site));
    }
    bool is_alone = kernel_slot_point(attempt->catches ? whole : kind, slot, needed, site);
    if (UNLIKELY(is_alone && attempt->waits && signals_pending(rt.current, 0, true))) {
        kernel_point(whole, 0, 0, site); /* what interrupts it is no matter of the channel alone */
    }
    if (UNLIKELY(slot_at(slot)->is_replaced)) { /* before this event there may have been a pipe */
        kernel_settle();
        files_called(HEDDLE_LIBRARY_USE_FILE, NULL, (const void *)(intptr_t)fd, reads ? HEDDLE_FILE_READ : HEDDLE_FILE_WRITE,
                     site);
    }
    attempt->interrupted = attempt->waits && (signals_run() == INTERRUPTED || is_interrupted);
    attempt->flags = attempt->waits && !(attempt->is_shut && attempt->reads) ? REAL(fcntl)(fd, F_GETFL) : -1;
    if (attempt->flags != -1) {
        REAL(fcntl)(fd, F_SETFL, attempt->flags | O_NONBLOCK);
    }
    attempt->shown = (struct shown){0};
    if (slot_at(slot)->shows) {
        signals_show(rt.current, &attempt->shown);
    }
    attempt->site = site;
    if (UNLIKELY(attempt->catches)) {
        broken_pipe_begin();
    }
}

/* Whether it is a socket that was shut down for reading. Sockets of datagrams, and those of Unix that listen, are then ready for ever, and
 * nonetheless refuse a call that must not block with EAGAIN. */
static bool is_shut(int descriptor) {
    struct pollfd asked = {.fd = descriptor, .events = POLLRDHUP};
    return REAL(poll)(&asked, 1, 0) > 0 && asked.revents & POLLRDHUP;
}

bool io_again(struct attempt *attempt, ssize_t result) {
    int error = errno;
    signals_hide(&attempt->shown, true);
    if (attempt->flags != -1) {
        REAL(fcntl)(attempt->descriptor, F_SETFL, attempt->flags);
    }
    kernel_settle();
    if (UNLIKELY(attempt->catches)) {
        broken_pipe_end(result < 0 && error == EPIPE, attempt->site);
    }
    bool found_nothing = result < 0 && (error == EAGAIN || error == EWOULDBLOCK);
    if (!attempt->waits) {
        kernel_tried(!found_nothing);
    }
    bool blocked = found_nothing && attempt->waits;
    attempt->has_tried |= blocked;
    attempt->is_shut = blocked && attempt->reads && is_shut(attempt->descriptor);
    errno = blocked && attempt->interrupted ? EINTR : error;
    return blocked && !attempt->interrupted && !attempt->expired;
}
