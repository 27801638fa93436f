#define _GNU_SOURCE
#include "kernel/readiness/slots.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "base/symbols.h"
#include "memory/numbers.h"
#include "model/fibers/processes.h"
#include "model/note.h"
#include "model/runtime.h"

#define EARLY 1024 /* descriptors that are looked at before main */

struct slot_sources slot_sources;

static struct slot slots[SLOTS];
static int slot_count; /* none is used from here on */
static int reserved_from; /* the first of those that are; 0: none is yet */
static uint64_t early[EARLY / 64];
static bool signals_may_be_shown;
static bool any_is_replaced;

int slots_end(void) { return slot_count; }

bool slots_may_show_signals(void) { return signals_may_be_shown; }

struct slot *slot_at(int slot) { return &slots[slot]; }

bool slot_is_open(int slot) { return slots[slot].kind == SLOT_DESCRIPTOR && !slots[slot].closed; }

/* What is not a file, folder or device: pipes, sockets, and what has no type, such as event counters. */
static bool is_blocking_kind(const struct stat *status) {
    return S_ISFIFO(status->st_mode) || S_ISSOCK(status->st_mode) || (status->st_mode & S_IFMT) == 0;
}

static bool may_block(int descriptor, struct stat *status) { return fstat(descriptor, status) == 0 && is_blocking_kind(status); }

void slots_prepare(void) {
    static const char *const shows[] = {"signalfd", NULL};
    struct stat status;
    signals_may_be_shown = symbols_are_referred_to(shows);
    for (int fd = 0; fd < EARLY; fd++) {
        if (may_block(fd, &status)) {
            early[fd / 64] |= 1ull << fd % 64;
        }
    }
}

/* What /proc calls it. */
static void name_of(int fd, char *name, size_t size) {
    char path[64];
    REAL(snprintf)(path, sizeof path, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(path, name, size - 1);
    name[length < 0 ? 0 : length] = 0;
}

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
        return connected && !processes_has(peer.pid);
    }
    char name[64];
    name_of(fd, name, sizeof name);
    return strstr(name, "timerfd") || strstr(name, "inotify") || strstr(name, "fanotify");
}

static bool shows_signals(int fd) {
    char name[64];
    if (!signals_may_be_shown) {
        return false;
    }
    name_of(fd, name, sizeof name);
    return strstr(name, "signalfd") || strstr(name, "eventpoll");
}

/* The first slot's bits mean something else in what signals interrupt: HEDDLE_SPINS, HEDDLE_ANNOUNCED. */
static int free_slot(enum slot_kind kind) {
    for (int i = kind != SLOT_DESCRIPTOR; i < SLOTS; i++) {
        if (slots[i].kind == SLOT_FREE) {
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

void slot_take(const struct slot *wanted) { slots[free_slot(wanted->kind)] = *wanted; }

void slots_reserve(void) {
    reserved_from = slot_count > 0 ? slot_count : 1;
    for (uint32_t thread = 0; thread < SLOTS_RESERVED && reserved_from + (int)thread < SLOTS; thread++) {
        slot_count = reserved_from + (int)thread + 1;
        slots[slot_count - 1] = (struct slot){.kind = SLOT_RESERVED, .thread = thread};
    }
}

bool slots_reserved(void) { return reserved_from > 0; }

int slot_reserved_for(uint32_t thread) {
    int slot = reserved_from + (int)thread;
    return reserved_from > 0 && thread < SLOTS_RESERVED && slot < SLOTS ? slot : -1;
}

int slot_like(const struct slot *wanted) {
    for (int i = 0; i < slot_count; i++) {
        const struct slot *s = &slots[i];
        if (s->kind == wanted->kind && s->fiber == wanted->fiber && s->timer == wanted->timer && s->request == wanted->request &&
            s->set == wanted->set && s->runs == wanted->runs && (s->kind != SLOT_SHOWN || s->descriptor == wanted->descriptor)) {
            return i;
        }
    }
    return -1;
}

static int slot_of(int fd) {
    for (int i = 0; i < slot_count; i++) {
        const struct slot *s = &slots[i];
        if (s->kind == SLOT_DESCRIPTOR && !s->holds && s->descriptor == fd && s->process == this_process()) {
            return i;
        }
    }
    return -1;
}

static int find(int fd, struct stat *status) {
    bool open = fstat(fd, status) == 0;
    if (open && !is_blocking_kind(status)) {
        int was = any_is_replaced ? slot_of(fd) : -1;
        return was >= 0 && slots[was].is_replaced ? was : -2;
    }
    int i = slot_of(fd);
    bool same = open && i >= 0 && !slots[i].closed && slots[i].device == status->st_dev && slots[i].inode == status->st_ino;
    if (same || (!open && i >= 0)) {
        return i;
    }
    return open ? -1 : -2;
}

int slot_find(int fd) {
    struct stat status;
    return find(fd, &status);
}

/* Who makes it is often who reads it, and then needs no event of its own for that. */
static void take_shown(int fd) {
    const struct slot shown = {.kind = SLOT_SHOWN, .fiber = rt.current, .descriptor = fd};
    if (shows_signals(fd) && slot_like(&shown) < 0) {
        slot_take(&shown);
    }
}

void slot_adopt(int fd, uint64_t channel) {
    struct stat status;
    int known = find(fd, &status);
    if (known >= 0) {
        slots[known].shows = shows_signals(fd); /* the number may have been given to another one of the kernel's nameless files */
        slots[known].channel = channel;
    } else if (known == -1) {
        numbers_given_to_blocking(fd);
        int slot = slot_of(fd); /* who waits for the number waits for what it means now */
        slots[slot >= 0 ? slot : free_slot(SLOT_DESCRIPTOR)] = (struct slot){.kind = SLOT_DESCRIPTOR,
                                                                             .process = this_process(),
                                                                             .descriptor = fd,
                                                                             .outside = is_outside(fd, &status),
                                                                             .shows = shows_signals(fd),
                                                                             .channel = channel,
                                                                             .device = status.st_dev,
                                                                             .inode = status.st_ino};
    }
    take_shown(fd);
}

void slot_replaced(int descriptor) {
    struct stat status;
    int slot = slot_of(descriptor);
    if (slot >= 0 && fstat(descriptor, &status) == 0 && !is_blocking_kind(&status) && !isatty(descriptor)) {
        slots[slot].is_replaced = any_is_replaced = true;
        slots[slot].closed = slots[slot].outside = slots[slot].shows = slots[slot].listens = false;
    }
}

void slot_closing(int slot) {
    if (!slots[slot].closed) {
        slots[slot].flags = REAL(fcntl)(slots[slot].descriptor, F_GETFL);
        slots[slot].closed = true;
        slot_sources.timer_closed(slots[slot].descriptor);
    }
}

int slot_hold(int slot, int copy) {
    int held = free_slot(SLOT_DESCRIPTOR);
    slots[held] = slots[slot];
    slots[held].descriptor = copy;
    slots[held].holds = slot + 1;
    slots[held].fiber = rt.current;
    slot_sources.timer_copied(slots[slot].descriptor, copy);
    return held;
}

void slot_free(int slot) { slots[slot].kind = SLOT_FREE; }

int slot_flags(int slot) {
    int flags = REAL(fcntl)(slots[slot].descriptor, F_GETFL);
    return flags != -1 ? flags : slots[slot].flags;
}

void slot_connected(int slot, bool listens) {
    struct stat status;
    if (fstat(slots[slot].descriptor, &status) == 0) {
        slots[slot].outside = is_outside(slots[slot].descriptor, &status);
        slots[slot].listens = listens;
        rt.seen.outside |= slots[slot].outside || listens;
    }
}

bool slots_listen(void) {
    for (int i = 0; i < slot_count; i++) {
        if (slot_is_open(i) && slots[i].listens) {
            return true;
        }
    }
    return false;
}

bool slots_come_from_outside(void) {
    for (int i = 0; i < slot_count; i++) {
        if (slot_is_open(i) && (slots[i].outside || slots[i].listens)) {
            return true; /* an epoll set may contain it, whatever is waited for directly */
        }
    }
    return false;
}

static bool is_own(int slot) { return slot_is_open(slot) && slots[slot].process == this_process(); }

bool slots_any_own(void) {
    bool any = false;
    for (int i = 0; i < slot_count; i++) {
        any |= is_own(i);
    }
    return any;
}

void slots_inherit(uint32_t process) {
    int end = slot_count;
    for (int i = 0; i < end; i++) {
        if (is_own(i) && !slots[i].holds) {
            int slot = free_slot(SLOT_DESCRIPTOR);
            slots[slot] = slots[i];
            slots[slot].process = process;
        }
    }
}

void slots_leave_held(uint32_t parent) {
    for (int i = 0; i < slot_count; i++) {
        if (slot_is_open(i) && slots[i].holds && slots[i].process == parent) {
            REAL(close)(slots[i].descriptor);
        }
    }
}

void slots_close_own(int from) {
    for (int i = 0; i < slot_count; i++) {
        if (is_own(i) && slots[i].descriptor >= from) {
            REAL(close)(slots[i].descriptor);
            slots[i].closed = true;
        }
    }
}

void slots_share(void) {
    for (int i = 0; i < slot_count; i++) {
        if (slot_is_open(i)) {
            slots[i].outside = true;
            rt.seen.outside = true;
        }
    }
}
