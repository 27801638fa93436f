// A server is to stop: main closes the connection on which a thread waits for the next request. Closing wakes nobody: a thread that waits
// already goes on waiting for what was behind the number, and main joins it for good. One that comes later gets EBADF, so that most runs end.
//
//   heddle check 82-close-wakes-nobody.c
//
// With -DPOLL, -DSELECT and -DEPOLL the thread waits for one of several descriptors. With -DREUSED main opens another connection, which gets
// the number: the thread answers a request on either. With -DSHUTDOWN main wakes the thread first, and with -DCANCEL it cancels it: these are
// right, and the client sees that its server has gone.
//
// heddle: verdict=bug kind=deadlock cause=closed-descriptor executions=3
// heddle: verdict=bug kind=deadlock cause=closed-descriptor args=-DPOLL
// heddle: verdict=bug kind=deadlock cause=closed-descriptor args=-DSELECT
// heddle: verdict=bug kind=deadlock cause=closed-descriptor args=-DEPOLL
// heddle: verdict=bug kind=assertion cause=assertion args=-DREUSED
// heddle: verdict=clean args=-DSHUTDOWN
// heddle: verdict=clean args=-DCANCEL
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CLIENT, SERVER };
static int connection[2];
static char request = '-';

#ifdef EPOLL
static int set;
#endif

static void await(void) {
#ifdef POLL
    struct pollfd asked[2] = {{.fd = -1}, {.fd = connection[SERVER], .events = POLLIN}};
    poll(asked, 2, -1);
#elif defined SELECT
    fd_set asked;
    FD_ZERO(&asked);
    FD_SET(connection[SERVER], &asked);
    select(connection[SERVER] + 1, &asked, NULL, NULL, NULL);
#elif defined EPOLL
    struct epoll_event event;
    epoll_wait(set, &event, 1, -1);
#endif
}

static void *serve(void *unused) {
    await();
    if (recv(connection[SERVER], &request, 1, 0) <= 0) {
        request = 0;
    }
    return unused;
}

static void stop(pthread_t server) {
#ifdef SHUTDOWN
    shutdown(connection[SERVER], SHUT_RDWR);
#elif defined CANCEL
    pthread_cancel(server);
#endif
#ifdef EPOLL
    close(set);
#endif
    close(connection[SERVER]);
#ifdef REUSED
    int another[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, another);
    send(another[another[CLIENT] == connection[SERVER] ? SERVER : CLIENT], "n", 1, 0);
    send(connection[CLIENT], "o", 1, MSG_NOSIGNAL);
#endif
    pthread_join(server, NULL);
}

int main(void) {
    pthread_t server;
    socketpair(AF_UNIX, SOCK_STREAM, 0, connection);
#ifdef EPOLL
    set = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN};
    epoll_ctl(set, EPOLL_CTL_ADD, connection[SERVER], &event);
#endif
    pthread_create(&server, NULL, serve, NULL);
    stop(server);
#ifdef REUSED
    assert(request != 'o');
#elif defined CANCEL
    char byte;
    assert(recv(connection[CLIENT], &byte, 1, 0) == 0);
#endif
    return 0;
}
