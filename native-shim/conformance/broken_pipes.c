/* Writing to what nobody reads any more: the signal, whether it is handled, blocked or ignored, and the error. */
#include "conformance.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/uio.h>

static volatile sig_atomic_t count, code, mine, before;

static void handler(int number, siginfo_t *info, void *context) {
    (void)context;
    count += number == SIGPIPE;
    code = info->si_code;
    mine = info->si_pid == getpid();
    errno = EDOM;
}

static int broken_pipe(void) {
    int ends[2];
    pipe(ends);
    close(ends[0]);
    return ends[1];
}

static int broken_socket(void) {
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    close(ends[0]);
    return ends[1];
}

/* How often the signal was handled in the call. */
#define HANDLED(call)                   \
    do {                                \
        before = count;                 \
        errno = 0;                      \
        printf(#call ": %d", (int)(call)); \
        printf(", %s, handled %d\n", error_name(errno), count - before); \
    } while (0)

static void calls(void) {
    int pipe_end = broken_pipe(), socket_end = broken_socket(), file = open("/dev/zero", O_RDONLY);
    struct iovec part = {"abc", 3};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    HANDLED(write(pipe_end, "a", 1));
    HANDLED(write(pipe_end, "a", 0));
    HANDLED(writev(pipe_end, &part, 1));
    HANDLED(write(socket_end, "a", 1));
    HANDLED(send(socket_end, "a", 1, 0));
    HANDLED(send(socket_end, "a", 1, MSG_NOSIGNAL));
    HANDLED(sendmsg(socket_end, &message, 0));
    HANDLED(sendmsg(socket_end, &message, MSG_NOSIGNAL));
    HANDLED(write(file, "a", 1));
    shutdown(socket_end, SHUT_WR);
    HANDLED(write(socket_end, "a", 1));
    close(pipe_end);
    HANDLED(write(pipe_end, "a", 1));
    close(socket_end);
    close(file);
}

static void blocked(void) {
    int end = broken_pipe();
    sigset_t set;
    siginfo_t info = {0};
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    CALL(pthread_sigmask(SIG_BLOCK, &set, NULL));
    HANDLED(write(end, "a", 1));
    HANDLED(write(end, "a", 1));
    sigset_t pending;
    sigpending(&pending);
    SHOW(sigismember(&pending, SIGPIPE));
    SHOW(sigwaitinfo(&set, &info) == SIGPIPE);
    SHOW(info.si_code == SI_USER);
    SHOW(info.si_pid == getpid());
    sigpending(&pending);
    SHOW(sigismember(&pending, SIGPIPE));
    HANDLED(write(end, "a", 1));
    HANDLED(pthread_sigmask(SIG_UNBLOCK, &set, NULL));
    close(end);
}

static void ignored(void) {
    int end = broken_pipe();
    signal(SIGPIPE, SIG_IGN);
    HANDLED(write(end, "a", 1));
    close(end);
}

static void *all(void *unused) {
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
    sigaction(SIGPIPE, &action, NULL);
    calls();
    SHOW(code == SI_USER);
    SHOW(mine);
    blocked();
    ignored();
    return unused;
}

int main(void) {
    run(all, NULL);
    return 0;
}
