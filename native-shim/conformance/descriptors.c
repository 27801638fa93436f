#include "conformance.h"

#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>

static int ends[2], other[2], event, pair[2];
static char got[16];

static void *reads(void *unused) {
    ssize_t n = read(ends[0], got, sizeof got);
    return (void *)n;
}

static void *answers(void *unused) {
    char text[8] = {0};
    long asked = recv(pair[1], text, sizeof text, 0);
    return (void *)(asked * 100 + send(pair[1], "answer", 7, 0));
}

static void *polls(void *unused) {
    struct pollfd two[2] = {{ends[0], POLLIN, 0}, {other[0], POLLIN, 0}};
    int n = poll(two, 2, -1);
    return (void *)(intptr_t)(n * 100 + (two[0].revents == POLLIN) * 10 + (two[1].revents == POLLIN));
}

static void *selects(void *unused) {
    fd_set set;
    FD_ZERO(&set);
    FD_SET(ends[0], &set);
    FD_SET(other[0], &set);
    int highest = ends[0] > other[0] ? ends[0] : other[0];
    int n = select(highest + 1, &set, NULL, NULL, NULL);
    return (void *)(intptr_t)(n * 100 + !!FD_ISSET(ends[0], &set) * 10 + !!FD_ISSET(other[0], &set));
}

static void *waits(void *set) {
    struct epoll_event events[4];
    int n = epoll_wait(*(int *)set, events, 4, -1);
    return (void *)(intptr_t)(n * 100 + (n == 1 && events[0].data.fd == event));
}

static void *fills(void *unused) {
    static char much[200000];
    return (void *)write(ends[1], much, sizeof much);
}

static void *counts(void *unused) {
    eventfd_t value = 0;
    eventfd_read(event, &value);
    return (void *)value;
}

static void *connects(void *name) {
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    SHOW(connect(fd, name, sizeof(struct sockaddr_un)));
    SHOW(write(fd, "hello", 5));
    CALL_ERRNO(close(fd));
    return NULL;
}

static long joined(pthread_t thread) {
    void *result;
    pthread_join(thread, &result);
    return (long)result;
}

#define RUN(routine, argument, action)                         \
    do {                                                       \
        pthread_t thread;                                      \
        pthread_create(&thread, NULL, routine, argument);      \
        action;                                                \
        printf("%s: %ld\n", #routine, joined(thread));         \
    } while (0)

int main(void) {
    char buffer[64];
    CALL_ERRNO(pipe(ends));
    CALL_ERRNO(pipe2(other, O_NONBLOCK));
    CALL_ERRNO(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
    RUN(reads, NULL, SHOW(write(ends[1], "hello", 5)));
    SHOW(memcmp(got, "hello", 5));

    SHOW(read(other[0], buffer, 1) == -1 && errno == EAGAIN);
    RUN(polls, NULL, SHOW(write(other[1], "x", 1)));
    SHOW(read(other[0], buffer, 8));
    RUN(selects, NULL, SHOW(write(ends[1], "y", 1)));
    SHOW(read(ends[0], buffer, 8));
    CALL_ERRNO(select(-1, NULL, NULL, NULL, NULL));
    CALL_ERRNO(select(0, NULL, NULL, NULL, &(struct timeval){-1, 0}));
    CALL_ERRNO(pselect(-1, NULL, NULL, NULL, NULL, NULL));
    CALL_ERRNO(pselect(0, NULL, NULL, NULL, &(struct timespec){0, -1}, NULL));
    RUN(answers, NULL, SHOW(send(pair[0], "ask", 4, 0)));
    SHOW(recv(pair[0], buffer, sizeof buffer, 0));
    SHOW(recv(pair[0], buffer, sizeof buffer, MSG_DONTWAIT) == -1 && errno == EAGAIN);

    event = eventfd(0, 0);
    RUN(counts, NULL, CALL_ERRNO(eventfd_write(event, 7)));
    int set = epoll_create1(0);
    struct epoll_event interest = {EPOLLIN, {.fd = event}};
    CALL_ERRNO(epoll_ctl(set, EPOLL_CTL_ADD, event, &interest));
    SHOW(epoll_wait(set, &interest, 1, 0));
    SHOW(epoll_wait(set, &interest, 1, 20));
    RUN(waits, &set, CALL_ERRNO(eventfd_write(event, 1)));
    SHOW(poll(NULL, 0, 10));
    struct pollfd late = {ends[0], POLLIN, 0};
    SHOW(poll(&late, 1, 10));
    SHOW(late.revents);

    size_t all = 0;
    static char room[65536];
    RUN(fills, NULL, while (all < 200000) { all += (size_t)read(ends[0], room, sizeof room); });
    SHOW(all);

    struct iovec parts[2] = {{"ab", 2}, {"cde", 3}};
    SHOW(writev(ends[1], parts, 2));
    SHOW(read(ends[0], buffer, sizeof buffer));
    int copy = dup(ends[1]);
    CALL_ERRNO(close(ends[1]));
    SHOW(write(copy, "z", 1));
    SHOW(read(ends[0], buffer, sizeof buffer));
    CALL_ERRNO(close(copy));
    SHOW(read(ends[0], buffer, sizeof buffer));
    CALL_ERRNO(close(copy));
    SHOW(read(4711, buffer, 1) == -1 && errno == EBADF);
    signal(SIGPIPE, SIG_IGN);
    close(other[0]);
    SHOW(write(other[1], "x", 1) == -1 && errno == EPIPE);

    struct sockaddr_un name = {AF_UNIX, ""};
    snprintf(name.sun_path + 1, 60, "heddle-conformance-%d", (int)getpid());
    int door = socket(AF_UNIX, SOCK_STREAM, 0);
    SHOW(bind(door, (struct sockaddr *)&name, sizeof name));
    CALL_ERRNO(listen(door, 4));
    pthread_t guest;
    pthread_create(&guest, NULL, connects, &name);
    int inside = accept(door, NULL, NULL);
    joined(guest);
    SHOW(inside >= 0);
    SHOW(read(inside, buffer, sizeof buffer));
    SHOW(read(inside, buffer, sizeof buffer));
    return 0;
}
