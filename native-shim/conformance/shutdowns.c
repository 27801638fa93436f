/* What a wait for a socket returns that another thread shuts down: accept, and receiving of each kind of socket. */
#include "conformance.h"

#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

static int waited_for;

static void *accepts(void *unused) {
    (void)unused;
    SHOW(accept(waited_for, NULL, NULL));
    return NULL;
}

static void *receives(void *unused) {
    (void)unused;
    char byte;
    SHOW((int)recv(waited_for, &byte, 1, 0));
    SHOW((int)read(waited_for, &byte, 1));
    return NULL;
}

/* The thread waits while another one shuts down; what waits afterwards does not; a call that never waits finds nothing. */
static void shut(int descriptor, void *(*waits)(void *), int how) {
    pthread_t thread;
    char byte;
    waited_for = descriptor;
    pthread_create(&thread, NULL, waits, NULL);
    usleep(20000);
    int error = shutdown(descriptor, how);
    pthread_join(thread, NULL);
    SHOW(error);
    waits(NULL);
    if (waits == receives) {
        SHOW((int)recv(descriptor, &byte, 1, MSG_DONTWAIT));
    }
    close(descriptor);
}

static int listens(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    SHOW(bind(descriptor, (struct sockaddr *)&address, offsetof(struct sockaddr_un, sun_path)));
    SHOW(listen(descriptor, 1));
    return descriptor;
}

static int one_of_a_pair(int kind) {
    int pair[2];
    SHOW(socketpair(AF_UNIX, kind, 0, pair));
    return pair[0];
}

int main(void) {
    const int kinds[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET}, ways[] = {SHUT_RD, SHUT_RDWR};
    for (int way = 0; way < 2; way++) {
        shut(listens(), accepts, ways[way]);
        for (int kind = 0; kind < 3; kind++) {
            shut(one_of_a_pair(kinds[kind]), receives, ways[way]);
        }
    }
    return 0;
}
