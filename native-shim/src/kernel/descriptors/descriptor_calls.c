/* System calls on descriptors, by the functions that stand in for them. */
#define _GNU_SOURCE
#include "kernel/descriptors/descriptor_calls.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <unistd.h>

#define KERNEL_SET 8 /* bytes of a set of signals, as the kernel has it */

/* A set as libc has it; NULL stays NULL. */
static const sigset_t *set_of(const long *kernel, sigset_t *room) {
    if (!kernel) {
        return NULL;
    }
    sigemptyset(room);
    memcpy(room, kernel, KERNEL_SET);
    return room;
}

static bool on_numbers(long number, const long *a, long *result) {
    sigset_t room;
    switch (number) {
        case SYS_read:
            *result = read((int)a[0], at_address(a[1]), (size_t)a[2]);
            return true;
        case SYS_write:
            *result = write((int)a[0], at_address(a[1]), (size_t)a[2]);
            return true;
        case SYS_readv:
            *result = readv((int)a[0], at_address(a[1]), (int)a[2]);
            return true;
        case SYS_writev:
            *result = writev((int)a[0], at_address(a[1]), (int)a[2]);
            return true;
        case SYS_pread64:
            *result = pread((int)a[0], at_address(a[1]), (size_t)a[2], a[3]);
            return true;
        case SYS_pwrite64:
            *result = pwrite((int)a[0], at_address(a[1]), (size_t)a[2], a[3]);
            return true;
        case SYS_preadv:
            *result = preadv((int)a[0], at_address(a[1]), (int)a[2], a[3]);
            return true;
        case SYS_pwritev:
            *result = pwritev((int)a[0], at_address(a[1]), (int)a[2], a[3]);
            return true;
        case SYS_preadv2:
            *result = preadv2((int)a[0], at_address(a[1]), (int)a[2], a[3], (int)a[5]);
            return true;
        case SYS_pwritev2:
            *result = pwritev2((int)a[0], at_address(a[1]), (int)a[2], a[3], (int)a[5]);
            return true;
        case SYS_close:
            *result = close((int)a[0]);
            return true;
        case SYS_close_range:
            *result = close_range((unsigned)a[0], (unsigned)a[1], (int)a[2]);
            return true;
        case SYS_dup:
            *result = dup((int)a[0]);
            return true;
        case SYS_dup2:
            *result = dup2((int)a[0], (int)a[1]);
            return true;
        case SYS_dup3:
            *result = dup3((int)a[0], (int)a[1], (int)a[2]);
            return true;
        case SYS_fcntl:
            *result = fcntl((int)a[0], (int)a[1], a[2]);
            return true;
        case SYS_ioctl:
            *result = ioctl((int)a[0], (unsigned long)a[1], a[2]);
            return true;
        case SYS_flock:
            *result = flock((int)a[0], (int)a[1]);
            return true;
        case SYS_open:
            *result = open(at_address(a[0]), (int)a[1], (mode_t)a[2]);
            return true;
        case SYS_openat:
            *result = openat((int)a[0], at_address(a[1]), (int)a[2], (mode_t)a[3]);
            return true;
        case SYS_creat:
            *result = creat(at_address(a[0]), (mode_t)a[1]);
            return true;
        case SYS_pipe:
            *result = pipe(at_address(a[0]));
            return true;
        case SYS_pipe2:
            *result = pipe2(at_address(a[0]), (int)a[1]);
            return true;
        case SYS_eventfd:
            *result = eventfd((unsigned)a[0], 0);
            return true;
        case SYS_eventfd2:
            *result = eventfd((unsigned)a[0], (int)a[1]);
            return true;
        case SYS_signalfd:
            *result = signalfd((int)a[0], set_of(at_address(a[1]), &room), 0);
            return true;
        case SYS_signalfd4:
            *result = signalfd((int)a[0], set_of(at_address(a[1]), &room), (int)a[3]);
            return true;
        case SYS_timerfd_create:
            *result = timerfd_create((int)a[0], (int)a[1]);
            return true;
        case SYS_timerfd_settime:
            *result = timerfd_settime((int)a[0], (int)a[1], at_address(a[2]), at_address(a[3]));
            return true;
        case SYS_timerfd_gettime:
            *result = timerfd_gettime((int)a[0], at_address(a[1]));
            return true;
        default:
            return false;
    }
}

static bool on_sockets(long number, const long *a, long *result) {
    switch (number) {
        case SYS_socket:
            *result = socket((int)a[0], (int)a[1], (int)a[2]);
            return true;
        case SYS_socketpair:
            *result = socketpair((int)a[0], (int)a[1], (int)a[2], at_address(a[3]));
            return true;
        case SYS_bind:
            *result = bind((int)a[0], at_address(a[1]), (socklen_t)a[2]);
            return true;
        case SYS_connect:
            *result = connect((int)a[0], at_address(a[1]), (socklen_t)a[2]);
            return true;
        case SYS_listen:
            *result = listen((int)a[0], (int)a[1]);
            return true;
        case SYS_accept:
            *result = accept((int)a[0], at_address(a[1]), at_address(a[2]));
            return true;
        case SYS_accept4:
            *result = accept4((int)a[0], at_address(a[1]), at_address(a[2]), (int)a[3]);
            return true;
        case SYS_shutdown:
            *result = shutdown((int)a[0], (int)a[1]);
            return true;
        case SYS_sendto:
            *result = sendto((int)a[0], at_address(a[1]), (size_t)a[2], (int)a[3], at_address(a[4]), (socklen_t)a[5]);
            return true;
        case SYS_recvfrom:
            *result = recvfrom((int)a[0], at_address(a[1]), (size_t)a[2], (int)a[3], at_address(a[4]), at_address(a[5]));
            return true;
        case SYS_sendmsg:
            *result = sendmsg((int)a[0], at_address(a[1]), (int)a[2]);
            return true;
        case SYS_recvmsg:
            *result = recvmsg((int)a[0], at_address(a[1]), (int)a[2]);
            return true;
        case SYS_getsockname:
            *result = getsockname((int)a[0], at_address(a[1]), at_address(a[2]));
            return true;
        case SYS_getpeername:
            *result = getpeername((int)a[0], at_address(a[1]), at_address(a[2]));
            return true;
        case SYS_getsockopt:
            *result = getsockopt((int)a[0], (int)a[1], (int)a[2], at_address(a[3]), at_address(a[4]));
            return true;
        case SYS_setsockopt:
            *result = setsockopt((int)a[0], (int)a[1], (int)a[2], at_address(a[3]), (socklen_t)a[4]);
            return true;
        default:
            return false;
    }
}

static bool on_waits(long number, const long *a, long *result) {
    sigset_t room;
    switch (number) {
        case SYS_poll:
            *result = poll(at_address(a[0]), (nfds_t)a[1], (int)a[2]);
            return true;
        case SYS_ppoll:
            *result = ppoll(at_address(a[0]), (nfds_t)a[1], at_address(a[2]), set_of(at_address(a[3]), &room));
            return true;
        case SYS_select:
            *result = select((int)a[0], at_address(a[1]), at_address(a[2]), at_address(a[3]), at_address(a[4]));
            return true;
        case SYS_pselect6: {
            const long *mask = at_address(a[5]); /* the set's address, and its size */
            *result = pselect((int)a[0], at_address(a[1]), at_address(a[2]), at_address(a[3]), at_address(a[4]),
                              mask ? set_of(at_address(mask[0]), &room) : NULL);
            return true;
        }
        case SYS_epoll_create:
            *result = epoll_create((int)a[0]);
            return true;
        case SYS_epoll_create1:
            *result = epoll_create1((int)a[0]);
            return true;
        case SYS_epoll_ctl:
            *result = epoll_ctl((int)a[0], (int)a[1], (int)a[2], at_address(a[3]));
            return true;
        case SYS_epoll_wait:
            *result = epoll_wait((int)a[0], at_address(a[1]), (int)a[2], (int)a[3]);
            return true;
        case SYS_epoll_pwait:
            *result = epoll_pwait((int)a[0], at_address(a[1]), (int)a[2], (int)a[3], set_of(at_address(a[4]), &room));
            return true;
        case SYS_epoll_pwait2:
            *result = epoll_pwait2((int)a[0], at_address(a[1]), (int)a[2], at_address(a[3]), set_of(at_address(a[4]), &room));
            return true;
        default:
            return false;
    }
}

bool descriptor_call(long number, const long *a, long *result) {
    return on_numbers(number, a, result) || on_sockets(number, a, result) || on_waits(number, a, result);
}

bool makes_a_descriptor(long number) {
    switch (number) {
        case SYS_memfd_create:
        case SYS_inotify_init:
        case SYS_inotify_init1:
        case SYS_fanotify_init:
        case SYS_perf_event_open:
        case SYS_userfaultfd:
        case SYS_pidfd_open:
        case SYS_open_by_handle_at:
#ifdef SYS_openat2
        case SYS_openat2:
#endif
#ifdef SYS_pidfd_getfd
        case SYS_pidfd_getfd:
#endif
            return true;
        default:
            return false;
    }
}
