/* poll and select of pipes and pairs of sockets: what they find, and when they wait. */
#include "conformance.h"

#include <poll.h>
#include <sys/select.h>
#include <sys/socket.h>

static int first[2], second[2], pair[2];

#define FOUND(call, asked)                                                   \
    do {                                                                     \
        printf(#call ": %d", (int)(call));                                   \
        for (size_t i_ = 0; i_ < sizeof(asked) / sizeof *(asked); i_++) {    \
            printf(", %#x", (unsigned)(asked)[i_].revents);                  \
        }                                                                    \
        printf("\n");                                                        \
    } while (0)

static void polls(void) {
    struct pollfd asked[] = {{.fd = first[0], .events = POLLIN},
                             {.fd = -1, .events = POLLIN},
                             {.fd = second[1], .events = POLLOUT},
                             {.fd = pair[0], .events = POLLIN | POLLOUT | POLLRDHUP}};
    struct pollfd *only = asked;
    FOUND(poll(asked, 4, -1), asked);
    FOUND(poll(only, 1, 0), asked);
    FOUND(poll(only, 1, 20), asked);
    write(first[1], "abc", 3);
    write(pair[1], "d", 1);
    FOUND(poll(asked, 4, 1000), asked);
    shutdown(pair[1], SHUT_WR);
    close(second[0]);
    FOUND(poll(asked, 4, 1000), asked);
    char bytes[4];
    SHOW(read(first[0], bytes, sizeof bytes));
    close(first[1]);
    FOUND(poll(asked, 4, -1), asked);
    close(first[0]);
    FOUND(poll(only, 1, -1), asked);
    FOUND(poll(NULL, 0, 10), asked);
}

static void *writes_later(void *descriptor) {
    usleep(50000);
    write(*(int *)descriptor, "x", 1);
    return NULL;
}

/* Two are waited for, and the second one becomes ready. */
static void waits(void) {
    pthread_t thread;
    int one[2], other[2];
    pipe(one);
    pipe(other);
    struct pollfd asked[] = {{.fd = one[0], .events = POLLIN}, {.fd = other[0], .events = POLLIN}};
    pthread_create(&thread, NULL, writes_later, &other[1]);
    FOUND(poll(asked, 2, -1), asked);
    pthread_join(thread, NULL);
    fd_set reads, writes;
    FD_ZERO(&reads);
    FD_ZERO(&writes);
    FD_SET(one[0], &reads);
    FD_SET(other[0], &reads);
    FD_SET(one[1], &writes);
    SHOW(select(FD_SETSIZE, &reads, &writes, NULL, NULL));
    SHOW(FD_ISSET(one[0], &reads) * 100 + FD_ISSET(other[0], &reads) * 10 + FD_ISSET(one[1], &writes));
    char byte;
    SHOW(read(other[0], &byte, 1));
    FD_SET(one[0], &reads);
    struct timeval soon = {0, 20000};
    SHOW(select(FD_SETSIZE, &reads, NULL, NULL, &soon));
    SHOW(FD_ISSET(one[0], &reads) + FD_ISSET(other[0], &reads));
}

static void *interrupts(void *thread) {
    usleep(50000);
    pthread_kill(*(pthread_t *)thread, SIGUSR1);
    return NULL;
}

static void handler(int number) { (void)number; }

static void interrupted(void) {
    int ends[2];
    pipe(ends);
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigaction(SIGUSR1, &action, NULL);
    pthread_t self = pthread_self(), thread;
    struct pollfd asked[] = {{.fd = ends[0], .events = POLLIN}};
    pthread_create(&thread, NULL, interrupts, &self);
    errno = 0;
    FOUND(poll(asked, 1, -1), asked);
    CALL(errno);
    pthread_join(thread, NULL);
}

int main(void) {
    pipe(first);
    pipe(second);
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    polls();
    waits();
    interrupted();
    return 0;
}
