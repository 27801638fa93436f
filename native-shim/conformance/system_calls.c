/* System calls made by syscall() do what libc's functions do. */
#include "conformance.h"

#include <poll.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>

static int event;
static int ends[2];

/* What a thread did is printed when it has been joined. */
static void join(pthread_t thread) {
    void *result;
    pthread_join(thread, &result);
    SHOW((intptr_t)result);
}

static void *post(void *unused) {
    uint64_t one = 1;
    return (void *)syscall(SYS_write, event, &one, sizeof one);
}

static void *answer(void *unused) {
    char byte = 0;
    return (void *)(syscall(SYS_read, ends[1], &byte, 1) * byte);
}

static void events(void) {
    pthread_t thread;
    uint64_t count = 0;
    event = (int)syscall(SYS_eventfd2, 0, 0);
    SHOW(event >= 0);
    pthread_create(&thread, NULL, post, NULL);
    SHOW(syscall(SYS_read, event, &count, sizeof count));
    SHOW(count);
    join(thread);
    int set = (int)syscall(SYS_epoll_create1, 0);
    struct epoll_event wanted = {.events = EPOLLIN}, found;
    CALL_ERRNO(syscall(SYS_epoll_ctl, set, EPOLL_CTL_ADD, event, &wanted));
    SHOW(syscall(SYS_epoll_wait, set, &found, 1, 0));
    pthread_create(&thread, NULL, post, NULL);
    SHOW(syscall(SYS_epoll_wait, set, &found, 1, -1));
    join(thread);
    CALL_ERRNO(syscall(SYS_close, set));
    CALL_ERRNO(syscall(SYS_close, event));
    CALL_ERRNO(syscall(SYS_close, event));
}

static void sockets(void) {
    pthread_t thread;
    CALL_ERRNO(syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, ends));
    pthread_create(&thread, NULL, answer, NULL);
    SHOW(syscall(SYS_sendto, ends[0], "x", 1, 0, NULL, 0));
    join(thread);
    struct pollfd nothing = {.fd = ends[0], .events = POLLIN};
    SHOW(syscall(SYS_poll, &nothing, 1, 0));
    CALL_ERRNO(syscall(SYS_shutdown, ends[0], SHUT_RDWR));
    SHOW(syscall(SYS_poll, &nothing, 1, -1));
    SHOW(syscall(SYS_close, syscall(SYS_dup, ends[0])));
}

static void pipes(void) {
    pthread_t thread;
    CALL_ERRNO(syscall(SYS_pipe2, ends, 0));
    int reading = ends[0];
    ends[0] = ends[1];
    ends[1] = reading;
    pthread_create(&thread, NULL, answer, NULL);
    SHOW(syscall(SYS_write, ends[0], "y", 1));
    join(thread);
}

static void time_and_signals(void) {
    struct timespec moment = {0, 1000}, wrong = {0, -1}, now;
    CALL_ERRNO(syscall(SYS_nanosleep, &moment, NULL));
    CALL_ERRNO(syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &wrong, NULL));
    CALL_ERRNO(syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now));
    CALL_ERRNO(syscall(SYS_clock_gettime, -1, &now));
    CALL_ERRNO(syscall(SYS_sched_yield));
    CALL_ERRNO(syscall(SYS_tgkill, getpid(), gettid(), 0));
    CALL_ERRNO(syscall(SYS_kill, getpid(), 0));
    int file = (int)syscall(SYS_memfd_create, "m", 0);
    SHOW(syscall(SYS_write, file, "abc", 3));
    SHOW(syscall(SYS_pread64, file, &now, 2, 1));
}

int main(void) {
    events();
    sockets();
    pipes();
    time_and_signals();
    return 0;
}
