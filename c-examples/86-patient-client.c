// A client waits for an answer, but not for ever: the socket has a time limit of its own (SO_RCVTIMEO), behind which recv fails with EAGAIN.
// The server answers the second request alone. With -DSURE the client takes it that an answer always comes. With -DFULL it is send that has a
// limit, and nobody reads.
//
//   heddle check 86-patient-client.c
//
// heddle: verdict=clean
// heddle: verdict=bug kind=assertion cause=assertion args=-DSURE
// heddle: verdict=clean args=-DFULL
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/time.h>

enum { CLIENT, SERVER, REQUESTS = 2 };
static int connection[2];

#ifdef FULL
static void *ask(void *unused) {
    static char request[1 << 16];
    ssize_t sent;
    while ((sent = send(connection[CLIENT], request, sizeof request, 0)) > 0) {
    }
    assert(sent == -1 && errno == EAGAIN);
    return unused;
}

static void answer(void) {}
#else
static void *ask(void *unused) {
    char answer;
    for (int i = 0; i < REQUESTS; i++) {
        send(connection[CLIENT], "?", 1, 0);
        ssize_t size = recv(connection[CLIENT], &answer, 1, 0);
#ifdef SURE
        assert(size == 1);
#else
        assert(i == 0 ? size == -1 && errno == EAGAIN : size == 1);
#endif
    }
    return unused;
}

static void answer(void) {
    char requests[REQUESTS];
    recv(connection[SERVER], requests, REQUESTS, MSG_WAITALL);
    send(connection[SERVER], "!", 1, 0);
}
#endif

int main(void) {
    pthread_t client;
    struct timeval limit = {.tv_usec = 1000};
    socketpair(AF_UNIX, SOCK_STREAM, 0, connection);
    setsockopt(connection[CLIENT], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(connection[CLIENT], SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    pthread_create(&client, NULL, ask, NULL);
    answer();
    pthread_join(client, NULL);
    return 0;
}
