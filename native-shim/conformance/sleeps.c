#include "conformance.h"

#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>

/* Calls that let time pass, and calls that wait for nothing, which do the same. */

static volatile sig_atomic_t seen;
static void handler(int number) { seen = number; }

/* A signal that is pending interrupts what lets it in, whatever SA_RESTART says (signal(7)). */
static void let_in(int flags) {
    struct sigaction action = {.sa_flags = flags};
    action.sa_handler = handler;
    CALL(sigaction(SIGUSR1, &action, NULL));
    sigset_t usr, none;
    sigemptyset(&none);
    sigemptyset(&usr);
    sigaddset(&usr, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &usr, NULL);
    struct timespec second = {1, 0};
    struct pollfd hole = {.fd = -1, .events = POLLIN, .revents = 7};
    seen = 0;
    raise(SIGUSR1);
    CALL_ERRNO(ppoll(NULL, 0, &second, &none));
    SHOW(seen == SIGUSR1);
    seen = 0;
    raise(SIGUSR1);
    CALL_ERRNO(ppoll(&hole, 1, &second, &none));
    raise(SIGUSR1);
    CALL_ERRNO(pselect(0, NULL, NULL, NULL, &second, &none));
    SHOW(seen == SIGUSR1);
    int ends[2];
    pipe(ends);
    struct pollfd empty = {.fd = ends[0], .events = POLLIN};
    raise(SIGUSR1);
    CALL_ERRNO(ppoll(&empty, 1, NULL, &none));
    int set = epoll_create1(0);
    struct epoll_event input = {.events = EPOLLIN}, found;
    epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &input);
    raise(SIGUSR1);
    CALL_ERRNO(epoll_pwait2(set, &found, 1, NULL, &none));
    struct timespec soon = {0, 1000};
    CALL(epoll_pwait2(set, &found, 1, &soon, NULL));
    write(ends[1], "x", 1);
    CALL(epoll_pwait2(set, &found, 1, NULL, NULL));
    raise(SIGUSR1);
    SHOW(sigsuspend(&none) == -1 && errno == EINTR);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
}

int main(void) {
    struct timespec moment = {0, 1000000}, bad = {0, 1000000000}, past = {1, 0};
    CALL_ERRNO(nanosleep(&moment, NULL));
    CALL_ERRNO(nanosleep(&bad, NULL));
    CALL(clock_nanosleep(CLOCK_MONOTONIC, 0, &moment, NULL));
    CALL(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &past, NULL));
    CALL(clock_nanosleep(CLOCK_REALTIME, 0, &bad, NULL));
    CALL_ERRNO(usleep(1000));
    SHOW(sleep(0));
    SHOW(poll(NULL, 0, 1));
    SHOW(poll(NULL, 0, 0));
    struct pollfd hole = {.fd = -1, .events = POLLIN, .revents = 7};
    SHOW(poll(&hole, 1, 1));
    SHOW(hole.revents);
    struct timeval time = {0, 1000};
    SHOW(select(0, NULL, NULL, NULL, &time));
    SHOW(time.tv_sec + time.tv_usec);
    fd_set none;
    FD_ZERO(&none);
    SHOW(pselect(8, &none, &none, NULL, &moment, NULL));
    let_in(0);
    let_in(SA_RESTART);
    return 0;
}
