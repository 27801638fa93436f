#include "conformance.h"

#include <poll.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <sys/uio.h>

static int signals, set;
static volatile sig_atomic_t handled;

static void handler(int number) { handled = number; }

static sigset_t set_of(int first, int second) {
    sigset_t of;
    sigemptyset(&of);
    sigaddset(&of, first);
    sigaddset(&of, second);
    return of;
}

static void show(const struct signalfd_siginfo *info) {
    printf("signal %d, errno %d, code %d, mine %d %d, value %d %d, overrun %u, timer %d\n", (int)info->ssi_signo - (info->ssi_signo >= 32 ? SIGRTMIN : 0),
           info->ssi_errno, info->ssi_code, info->ssi_pid == (uint32_t)getpid(), info->ssi_uid == getuid(), info->ssi_int,
           (int)(intptr_t)info->ssi_ptr, info->ssi_overrun, info->ssi_code == SI_TIMER);
}

static void show_read(int descriptor) {
    struct signalfd_siginfo info[4];
    ssize_t got = read(descriptor, info, sizeof info);
    printf("read %zd, %s\n", got, error_name(got < 0 ? errno : 0));
    for (ssize_t i = 0; i < got / (ssize_t)sizeof *info; i++) {
        show(&info[i]);
    }
}

/* What is ready, by all that can ask: poll, select, epoll_wait. */
static void show_ready(void) {
    struct pollfd polls[2] = {{signals, POLLIN | POLLOUT, 0}, {set, POLLIN, 0}};
    int count = poll(polls, 2, 0);
    printf("poll %d: %x %x\n", count, polls[0].revents, polls[1].revents);
    fd_set reads, writes;
    FD_ZERO(&reads);
    FD_SET(signals, &reads);
    writes = reads;
    count = select(signals + 1, &reads, &writes, NULL, &(struct timeval){0, 0});
    printf("select %d: %d %d\n", count, !!FD_ISSET(signals, &reads), !!FD_ISSET(signals, &writes));
    struct epoll_event events[3] = {0};
    count = epoll_wait(set, events, 3, 0);
    printf("epoll %d: %d %x\n", count, count > 0 && events[0].data.fd == signals, count > 0 ? events[0].events : 0);
}

static void errors(void) {
    struct signalfd_siginfo info;
    sigset_t some = set_of(SIGUSR1, SIGUSR2);
    SHOW(signalfd(-1, &some, 1) == -1 && errno == EINVAL);
    SHOW(signalfd(12345, &some, 0) == -1 && errno == EBADF);
    SHOW(signalfd(0, &some, 0) == -1 && errno == EINVAL);
    SHOW(read(signals, &info, sizeof info - 1) == -1 && errno == EINVAL);
    SHOW(read(signals, &info, sizeof info) == -1 && errno == EAGAIN);
    SHOW(write(signals, &info, sizeof info) == -1 && errno == EINVAL);
    SHOW(!!(fcntl(signals, F_GETFL) & O_NONBLOCK));
    SHOW(fcntl(signals, F_GETFD));
    int other = signalfd(-1, &some, SFD_CLOEXEC);
    SHOW(!!(fcntl(other, F_GETFL) & O_NONBLOCK));
    SHOW(fcntl(other, F_GETFD) == FD_CLOEXEC);
    CALL_ERRNO(close(other));
}

static void kinds(void) {
    kill(getpid(), SIGUSR1);
    show_ready();
    show_ready();
    kill(getpid(), SIGUSR1);
    show_read(signals);
    show_ready();
    sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = 5});
    sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = 6});
    pthread_sigqueue(pthread_self(), SIGRTMIN, (union sigval){.sival_int = 7});
    raise(SIGUSR1);
    kill(getpid(), SIGUSR1);
    show_read(signals);
    show_read(signals);
    show_read(signals);
    pthread_kill(pthread_self(), SIGUSR1);
    struct signalfd_siginfo halves[2] = {0};
    struct iovec parts[2] = {{halves, sizeof *halves}, {halves + 1, sizeof *halves}};
    SHOW(readv(signals, parts, 2));
    show(&halves[0]);
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN, .sigev_value.sival_int = 42};
    CALL_ERRNO(timer_create(CLOCK_MONOTONIC, &event, &timer));
    CALL_ERRNO(timer_settime(timer, 0, &(struct itimerspec){.it_value = {0, 20000000}}, NULL));
    SHOW(poll(&(struct pollfd){signals, POLLIN, 0}, 1, -1));
    show_read(signals);
    SHOW(timer_getoverrun(timer));
}

/* A signal of another set is left; a second call changes the set, for all copies of the descriptor. */
static void changes(void) {
    kill(getpid(), SIGUSR2);
    show_ready();
    sigset_t others = set_of(SIGUSR2, SIGUSR2);
    int copy = dup(signals);
    SHOW(signalfd(copy, &others, 0) == copy);
    show_ready();
    show_read(copy);
    kill(getpid(), SIGUSR1);
    show_ready();
    others = set_of(SIGUSR1, SIGRTMIN);
    SHOW(signalfd(signals, &others, 0) == signals);
    show_read(copy);
    CALL_ERRNO(close(copy));
    kill(getpid(), SIGUSR1);
    show_read(signals);
    sigset_t pending;
    kill(getpid(), SIGUSR1);
    sigpending(&pending);
    SHOW(sigismember(&pending, SIGUSR1));
    int number;
    sigwait(&others, &number);
    show_ready();
}

static void *blocks(void *descriptor) {
    show_read(*(int *)descriptor);
    return NULL;
}

static void *waits_in_set(void *unused) {
    struct epoll_event event;
    SHOW(epoll_wait(set, &event, 1, -1));
    show_read(signals);
    return unused;
}

static void *is_interrupted(void *descriptor) {
    struct signalfd_siginfo info;
    SHOW(read(*(int *)descriptor, &info, sizeof info) == -1 && errno == EINTR);
    SHOW(handled == SIGTERM);
    return descriptor;
}

/* Of what is sent to a thread, only that thread sees anything. */
static void *has_its_own(void *unused) {
    show_ready();
    show_read(signals);
    pthread_kill(pthread_self(), SIGUSR1);
    show_ready();
    show_read(signals);
    return unused;
}

static void threads(void) {
    sigset_t some = set_of(SIGUSR1, SIGRTMIN);
    int waiting = signalfd(-1, &some, 0);
    pthread_t thread;
    pthread_create(&thread, NULL, blocks, &waiting);
    kill(getpid(), SIGUSR1);
    pthread_join(thread, NULL);
    pthread_create(&thread, NULL, blocks, &waiting);
    pthread_sigqueue(thread, SIGRTMIN, (union sigval){.sival_int = 9});
    pthread_join(thread, NULL);
    pthread_create(&thread, NULL, waits_in_set, NULL);
    kill(getpid(), SIGUSR1);
    pthread_join(thread, NULL);
    raise(SIGUSR1);
    run(has_its_own, NULL);
    show_read(signals);
    some = set_of(SIGUSR2, SIGUSR2);
    pthread_create(&thread, NULL, blocks, &waiting);
    CALL_ERRNO(signalfd(waiting, &some, 0) == waiting ? 0 : -1);
    kill(getpid(), SIGUSR2);
    pthread_join(thread, NULL);
    struct sigaction action = {.sa_handler = handler};
    sigaction(SIGTERM, &action, NULL);
    pthread_create(&thread, NULL, is_interrupted, &waiting);
    usleep(50000); /* natively the handler would else run before the call */
    pthread_kill(thread, SIGTERM);
    pthread_join(thread, NULL);
}

int main(void) {
    sigset_t some = set_of(SIGUSR1, SIGRTMIN), all = some;
    sigaddset(&all, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    signals = signalfd(-1, &some, SFD_NONBLOCK);
    set = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = signals};
    CALL_ERRNO(epoll_ctl(set, EPOLL_CTL_ADD, signals, &event));
    errors();
    show_ready();
    kinds();
    changes();
    threads();
    return 0;
}
