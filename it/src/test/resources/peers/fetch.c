/* fetch PORT: two threads each fetch a byte from a server on this port; without ONCE one byte may get lost.
 * fetch PORT serve COUNT: that server, for so many connections. */
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = {.sin_family = AF_INET};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int fetched;

static void serve(int connections) {
    int server = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    assert(bind(server, (struct sockaddr *)&address, sizeof address) == 0);
    assert(listen(server, 2) == 0);
    for (int i = 0; i < connections; i++) {
        int client = accept(server, NULL, NULL);
        assert(write(client, "x", 1) == 1);
        close(client);
    }
}

static void *fetch(void *unused) {
    int server = socket(AF_INET, SOCK_STREAM, 0);
    char byte;
    assert(connect(server, (struct sockaddr *)&address, sizeof address) == 0);
    int count = (int)read(server, &byte, 1);
    pthread_mutex_lock(&lock);
    int before = fetched;
#ifndef ONCE
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
    fetched = before + count;
    pthread_mutex_unlock(&lock);
    close(server);
    return unused;
}

int main(int argc, char **argv) {
    address.sin_port = htons((uint16_t)atoi(argv[1]));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (argc > 2) {
        serve(atoi(argv[3]));
        return 0;
    }
    pthread_t other;
    pthread_create(&other, NULL, fetch, NULL);
    fetch(NULL);
    pthread_join(other, NULL);
    assert(fetched == 2);
    return 0;
}
