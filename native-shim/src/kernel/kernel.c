/* The kernel's side of waiting: one word that tells what is ready. Whatever happens to descriptors and signals is an event on one
 * object, so all such events are ordered: more than needed, but no dependence can be forgotten, be it through the other end of
 * a pipe, a duplicate, or an epoll set. After each event the word is worked out anew by asking the kernel; between events it
 * does not change, unless another process does something. */
#define _GNU_SOURCE
#include "kernel/kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/hot.h"
#include "base/real.h"
#include "core/candidates.h"
#include "core/schedule.h"
#include "core/virtual_time.h"
#include "kernel/peers.h"
#include "kernel/signals.h"
#include "kernel/timers.h"
#include "model/note.h"
#include "model/operation.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "race/order.h"

#define SLOTS 31
#define ALL_READY ((1ull << 2 * SLOTS) - 1)
#define EARLY 1024 /* descriptors that are looked at before main */
#define PATIENCE 1000 /* milliseconds of real time that a call with a deadline waits for other processes the first time */
#define LEAST_PATIENCE 20

enum slot_kind { FREE, DESCRIPTOR, SIGNALS, TIMER, TIME };

static struct slot {
    enum slot_kind kind;
    int descriptor;
    bool outside, listens, runs;
    bool closed; /* the slot stays the number's, so that who is about to use it does the same whether this has happened or not */
    int flags; /* as they were then */
    dev_t device;
    ino_t inode;
    const struct fiber *fiber;
    const struct timer *timer;
    uint64_t set;
} slots[SLOTS];

static int slot_count; /* none is used from here on */
HOT static uint64_t ready = ALL_READY;
HOT static uint32_t last; /* the last event on the object */
static uint64_t early[EARLY / 64];

static int ask(struct pollfd *polls, nfds_t count, int milliseconds) {
    struct timespec timeout = {milliseconds / 1000, milliseconds % 1000 * 1000000l};
    return (int)kernel_call(SYS_ppoll, polls, count, milliseconds < 0 ? NULL : &timeout, NULL, 8);
}

/* What is not a file, folder or device: pipes, sockets, and what has no type, such as event counters. */
static bool is_blocking_kind(const struct stat *status) {
    return S_ISFIFO(status->st_mode) || S_ISSOCK(status->st_mode) || (status->st_mode & S_IFMT) == 0;
}

static bool may_block(int descriptor, struct stat *status) { return fstat(descriptor, status) == 0 && is_blocking_kind(status); }

void kernel_prepare(void) {
    outside.wait = kernel_wait_outside;
    struct stat status;
    for (int fd = 0; fd < EARLY; fd++) {
        if (may_block(fd, &status)) {
            early[fd / 64] |= 1ull << fd % 64;
        }
    }
}

/* Whether other processes, the network or real time decide when the descriptor is ready. */
static bool is_outside(int fd, const struct stat *status) {
    if (fd < EARLY && early[fd / 64] >> fd % 64 & 1) {
        return true;
    }
    if (S_ISSOCK(status->st_mode)) {
        int domain = 0;
        struct ucred peer = {0};
        socklen_t length = sizeof domain, peer_length = sizeof peer;
        if (REAL(getsockopt)(fd, SOL_SOCKET, SO_DOMAIN, &domain, &length) != 0 || domain != AF_UNIX) {
            return true;
        }
        bool connected = REAL(getsockopt)(fd, SOL_SOCKET, SO_PEERCRED, &peer, &peer_length) == 0 && peer.pid > 0;
        return connected && peer.pid != getpid();
    }
    char path[64], name[64];
    REAL(snprintf)(path, sizeof path, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(path, name, sizeof name - 1);
    name[length < 0 ? 0 : length] = 0;
    return strstr(name, "timerfd") || strstr(name, "inotify") || strstr(name, "fanotify");
}

/* The first slot's bits mean something else in what signals interrupt: HEDDLE_SPINS, HEDDLE_ANNOUNCED. */
static int free_slot(enum slot_kind kind) {
    for (int i = kind != DESCRIPTOR; i < SLOTS; i++) {
        if (slots[i].kind == FREE) {
            slot_count = i >= slot_count ? i + 1 : slot_count;
            return i;
        }
    }
    for (int i = 1; i < SLOTS; i++) {
        if (slots[i].closed) {
            return i;
        }
    }
    out_of("descriptors and sets of signals to wait for at once", SLOTS);
}

static int slot_of(int fd) {
    for (int i = 0; i < slot_count; i++) {
        if (slots[i].kind == DESCRIPTOR && slots[i].descriptor == fd) {
            return i;
        }
    }
    return -1;
}

/* The slot of a descriptor that may block, or might until it was closed; -1 if it has none yet, -2 if it does not block. */
static int find(int fd, struct stat *status) {
    bool open = fstat(fd, status) == 0;
    if (open && !is_blocking_kind(status)) {
        return -2;
    }
    int i = slot_of(fd);
    bool same = open && i >= 0 && !slots[i].closed && slots[i].device == status->st_dev && slots[i].inode == status->st_ino;
    if (same || (!open && i >= 0)) {
        return i;
    }
    return open ? -1 : -2;
}

void kernel_adopt(int fd) {
    struct stat status;
    if (find(fd, &status) == -1) {
        int slot = slot_of(fd); /* who waits for the number waits for what it means now */
        slots[slot >= 0 ? slot : free_slot(DESCRIPTOR)] = (struct slot){.kind = DESCRIPTOR,
                                                                        .descriptor = fd,
                                                                        .outside = is_outside(fd, &status),
                                                                        .device = status.st_dev,
                                                                        .inode = status.st_ino};
    }
}

void kernel_closing(int slot) {
    if (!slots[slot].closed) {
        slots[slot].flags = REAL(fcntl)(slots[slot].descriptor, F_GETFL);
        slots[slot].closed = true;
        timer_closed(slots[slot].descriptor);
    }
}

int kernel_flags(int slot) {
    int flags = REAL(fcntl)(slots[slot].descriptor, F_GETFL);
    return flags != -1 ? flags : slots[slot].flags;
}

void kernel_connected(int slot, bool listens) {
    struct stat status;
    if (fstat(slots[slot].descriptor, &status) == 0) {
        slots[slot].outside = is_outside(slots[slot].descriptor, &status);
        slots[slot].listens = listens;
        rt.outside_used |= slots[slot].outside || listens;
    }
}

int kernel_slot(int fd, uint64_t site) {
    struct stat status;
    int saved = errno;
    int slot = find(fd, &status);
    if (slot == -1) {
        kernel_point(HEDDLE_IO_CHANGE, 0, 0, site);
        kernel_adopt(fd);
        kernel_settle();
        slot = find(fd, &status);
    }
    if (slot >= 0 && slots[slot].outside) {
        rt.outside_used = true;
        note(HEDDLE_NOTE_UNCONTROLLED, 0, site, "a descriptor that other processes, the network or real time make ready");
    }
    errno = saved;
    return slot < 0 ? -1 : slot;
}

/* The bit of a slot that is like this one; a visible operation makes it. */
static uint64_t bit_of(const struct slot *wanted, uint64_t site) {
    for (int pass = 0;; pass++) {
        for (int i = 0; i < slot_count; i++) {
            const struct slot *s = &slots[i];
            if (s->kind == wanted->kind && s->fiber == wanted->fiber && s->timer == wanted->timer && s->set == wanted->set &&
                s->runs == wanted->runs) {
                return KERNEL_READABLE(i);
            }
        }
        kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
        slots[free_slot(wanted->kind)] = *wanted;
        kernel_settle();
    }
}

uint64_t kernel_signals(const struct fiber *fiber, uint64_t set, bool runs, uint64_t site) {
    return bit_of(&(struct slot){.kind = SIGNALS, .runs = runs, .fiber = fiber, .set = set}, site);
}

uint64_t kernel_timer(const struct timer *timer, uint64_t site) {
    return bit_of(&(struct slot){.kind = TIMER, .timer = timer}, site);
}

uint64_t kernel_time(const struct fiber *fiber, uint64_t site) {
    return bit_of(&(struct slot){.kind = TIME, .fiber = fiber}, site);
}

static bool is_ready(const struct slot *slot) {
    switch (slot->kind) {
        case SIGNALS:
            return signals_pending(slot->fiber, slot->set, slot->runs);
        case TIMER:
            return timer_may_expire(slot->timer);
        case TIME:
            return !timers_before(slot->fiber->time.passes_to);
        default:
            return true;
    }
}

static uint64_t bits_of(int slot, const struct pollfd *poll) {
    const short broken = POLLERR | POLLHUP | POLLNVAL;
    return (poll->revents & (POLLIN | POLLRDHUP | broken) ? KERNEL_READABLE(slot) : 0) |
           (poll->revents & (POLLOUT | broken) ? KERNEL_WRITABLE(slot) : 0);
}

/* Works the word out anew. What is closed, or nobody knows of, is ready: it blocks nobody. */
static void refresh(int milliseconds) {
    struct pollfd polls[SLOTS];
    for (int i = 0; i < slot_count; i++) {
        bool asked = slots[i].kind == DESCRIPTOR && !slots[i].closed;
        polls[i] = (struct pollfd){.fd = asked ? slots[i].descriptor : -1, .events = POLLIN | POLLRDHUP | POLLOUT};
        if (asked && milliseconds != 0 && !slots[i].outside && !slots[i].listens) {
            polls[i].fd = -1;
        }
    }
    if (milliseconds != 0) { /* only to wait: for what can come from outside and is not there */
        for (int i = 0; i < slot_count; i++) {
            polls[i].events = ready & KERNEL_READABLE(i) ? 0 : POLLIN | POLLRDHUP;
            polls[i].events |= ready & KERNEL_WRITABLE(i) ? 0 : POLLOUT;
        }
        ask(polls, (nfds_t)slot_count, milliseconds);
        refresh(0);
        return;
    }
    ask(polls, (nfds_t)slot_count, 0);
    ready = ALL_READY;
    for (int i = 0; i < slot_count; i++) {
        uint64_t own = KERNEL_READABLE(i) | KERNEL_WRITABLE(i);
        if (slots[i].kind == DESCRIPTOR && !slots[i].closed) {
            ready = (ready & ~own) | bits_of(i, &polls[i]);
            slots[i].closed = polls[i].revents & POLLNVAL; /* where it was not seen */
        } else if (!is_ready(&slots[i])) {
            ready &= ~own;
        }
    }
}

/* The last event is what has made this possible: the program listens, or waits. */
static bool peers_come(void) {
    uint64_t before = ready;
    if (peers_start()) {
        kernel_settle();
    }
    return ready != before;
}

static bool listens(void) {
    for (int i = 0; i < slot_count; i++) {
        if (slots[i].kind == DESCRIPTOR && slots[i].listens && !slots[i].closed) {
            return true;
        }
    }
    return false;
}

const struct heddle_event *kernel_point(enum heddle_op kind, uint64_t bits, uint64_t deadline, uint64_t site) {
    if (UNLIKELY(peers_wanted()) && bits && !kernel_is_ready(bits) && listens()) {
        peers_come(); /* a server waits, perhaps for them */
    }
    struct heddle_event operation = operation_with(kind, HEDDLE_KERNEL_OBJECT, bits, deadline, site);
    const struct heddle_event *event = point(&operation);
    last = rt.shared->event_count - 1;
    return event;
}

void kernel_settle(void) {
    int saved = errno;
    if (UNLIKELY(peers_started())) {
        peers_await();
    }
    refresh(0);
    rt.shared->events[last].value = ready;
    errno = saved;
}

/* What threads that wait in such operations wait for; `deadline`: one of them has one. */
static uint64_t wanted(bool *deadline, uint64_t *site) {
    uint64_t bits = 0;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const struct heddle_event *pending = rt.fibers[i].pending;
        if (pending->kind >= HEDDLE_IO_CHANGE && pending->kind <= HEDDLE_SIGNAL_WAIT) {
            bits |= pending->object2;
            *site = pending->site;
            *deadline |= pending->argument > HEDDLE_DEADLINE_ANY;
        }
    }
    return bits;
}

static bool polls_outside(void) {
    for (int i = 0; i < slot_count; i++) {
        if (slots[i].kind == DESCRIPTOR && !slots[i].closed && (slots[i].outside || slots[i].listens)) {
            return true; /* an epoll set may contain it, whatever is waited for directly */
        }
    }
    return false;
}

void kernel_share(void) {
    for (int i = 0; i < slot_count; i++) {
        if (slots[i].kind == DESCRIPTOR && !slots[i].closed) {
            slots[i].outside = true;
            rt.outside_used = true;
        }
    }
}

/* Milliseconds: who waits in vain is likely to do so again, and servers that nobody asks for anything wait in each of their rounds. */
static int patience(void) {
    int left = rt.shared->vain_waits < 8 ? PATIENCE >> 2 * rt.shared->vain_waits : 0;
    return left > LEAST_PATIENCE ? left : LEAST_PATIENCE;
}

bool kernel_wait_outside(void) {
    bool deadline = false;
    uint64_t site = 0, bits = wanted(&deadline, &site);
    if (!(bits & ALL_READY) || !polls_outside()) {
        return false;
    }
    if (peers_wanted()) {
        return peers_come(); /* they have done all that they can do until the program goes on, so nothing comes of waiting */
    }
    note(HEDDLE_NOTE_UNCONTROLLED, 0, site, "waits for other processes, the network or real time");
    uint64_t before = ready;
    int longest = patience();
    for (int waited = 0; ready == before && (!deadline || waited < longest); waited += 10) {
        refresh(10);
        if (ready == before) {
            kernel_call(SYS_ppoll, NULL, 0, &(struct timespec){0, 1000000}, NULL, 8);
        }
    }
    rt.shared->vain_waits = ready != before ? 0 : rt.shared->vain_waits + 1;
    return ready != before;
}

/* ---- the operations ---- */

bool kernel_is_ready(uint64_t bits) { return (ready & bits) != 0; }

static bool enabled(const struct fiber *fiber, const struct heddle_event *operation) {
    (void)fiber;
    return operation->object2 == 0 || kernel_is_ready(operation->object2);
}
static void apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    event->value = ready; /* kernel_settle knows better in a moment */
}
/* Reading takes over what was written to any descriptor: rather too much order than a false alarm. */
RULE(IO_CHANGE) = {.enabled = enabled, .apply = apply, .expires = always_expires, .releases = order_add};
RULE(IO_READ) = {.enabled = enabled, .apply = apply, .expires = always_expires, .acquires = order_take};
RULE(IO_WRITE) = {.enabled = enabled, .apply = apply, .expires = always_expires, .releases = order_add};
RULE(IO_POLL) = {.enabled = enabled, .apply = apply, .expires = always_expires, .acquires = order_take, .vain = VAIN};
RULE(SIGNAL_CHANGE) = {
    .enabled = enabled, .apply = apply, .expires = always_expires, .acquires = order_take, .releases = order_add, .vain = VAIN};
RULE(SIGNAL_WAIT) = {.enabled = enabled, .apply = apply, .expires = always_expires, .acquires = order_take, .vain = VAIN};
