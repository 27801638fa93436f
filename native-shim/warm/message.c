#define _GNU_SOURCE
#include "message.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

bool message_send(int socket, const void *bytes, size_t length, const int *descriptors, int count) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))];
    } control = {.room = {0}};
    struct iovec data = {(void *)bytes, length};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1};
    if (count > 0) {
        control.header.cmsg_level = SOL_SOCKET;
        control.header.cmsg_type = SCM_RIGHTS;
        control.header.cmsg_len = CMSG_LEN((size_t)count * sizeof(int));
        memcpy(CMSG_DATA(&control.header), descriptors, (size_t)count * sizeof(int));
        message.msg_control = &control;
        message.msg_controllen = CMSG_SPACE((size_t)count * sizeof(int));
    }
    return sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)length;
}

int message_receive(int socket, void *bytes, size_t length, int *descriptors, int count) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))];
    } control;
    struct iovec data = {bytes, length};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.room};
    ssize_t got;
    do {
        got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    } while (got < 0 && errno == EINTR);
    if (got < 0) {
        return -1;
    }
    int received[MOST_DESCRIPTORS], number = 0;
    for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part != NULL; part = CMSG_NXTHDR(&message, part)) {
        if (part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_RIGHTS) {
            number = (int)((part->cmsg_len - CMSG_LEN(0)) / sizeof(int));
            memcpy(received, CMSG_DATA(part), (size_t)number * sizeof(int));
        }
    }
    if ((size_t)got == length && number == count && !(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC))) {
        memcpy(descriptors, received, (size_t)count * sizeof(int));
        return 1;
    }
    while (number > 0) {
        close(received[--number]);
    }
    return 0;
}

bool message_awaits(int socket, long deadline) {
    struct pollfd wanted = {.fd = socket, .events = POLLIN};
    for (;;) {
        long left = deadline - milliseconds();
        int ready = poll(&wanted, 1, left > 0 ? (int)left : 0);
        if (ready >= 0 || errno != EINTR) {
            return ready > 0;
        }
    }
}

long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool message_is_ours(int socket) {
    struct ucred peer;
    socklen_t length = sizeof peer;
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 && peer.uid == geteuid();
}
