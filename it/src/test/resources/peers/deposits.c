/* A server and its clients: with the socket's path alone this is the server, with an amount as well a client. With -DTCP the path is a
 * port of this machine instead.
 *
 * Each client sends one byte, the amount of a deposit, and waits for an answer. The server has a thread for each connection. With -DONCE a
 * thread keeps the lock from reading the balance to writing it. Without, another deposit can come between, and is lost. */
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef CLIENTS
#define CLIENTS 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance, deposited;

static int read_balance(void) {
    pthread_mutex_lock(&lock);
    int read = balance;
    pthread_mutex_unlock(&lock);
    return read;
}

static void deposit(int amount) {
#ifdef ONCE
    pthread_mutex_lock(&lock);
    balance += amount;
#else
    int before = read_balance();
    pthread_mutex_lock(&lock);
    balance = before + amount;
#endif
    deposited += amount;
    pthread_mutex_unlock(&lock);
}

static void *serve(void *connection) {
    int socket = (int)(long)connection;
    char amount = 0;
    if (read(socket, &amount, 1) == 1) {
        deposit(amount);
        (void)!write(socket, &amount, 1);
    }
    close(socket);
    return NULL;
}

#ifdef TCP
#define FAMILY AF_INET
static struct sockaddr_in address;

static void set_address(const char *port) {
    address.sin_family = AF_INET;
    address.sin_port = htons((unsigned short)atoi(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
}
#else
#define FAMILY AF_UNIX
static struct sockaddr_un address;

static void set_address(const char *path) {
    address.sun_family = AF_UNIX;
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
}
#endif

static int client(char amount) {
    int connection = socket(FAMILY, SOCK_STREAM, 0);
    char answer = 0;
    if (connect(connection, (const struct sockaddr *)&address, sizeof address) != 0 || write(connection, &amount, 1) != 1) {
        return 1;
    }
    return read(connection, &answer, 1) != 1 || answer != amount;
}

int main(int count, char **words) {
    if (count < 2) {
        return 2;
    }
    set_address(words[1]);
    if (count > 2) {
        return client((char)atoi(words[2]));
    }
    int listening = socket(FAMILY, SOCK_STREAM, 0), again = 1;
    unlink(words[1]);
    setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &again, sizeof again);
    if (bind(listening, (const struct sockaddr *)&address, sizeof address) != 0 || listen(listening, CLIENTS) != 0) {
        return 2;
    }
    pthread_t threads[CLIENTS];
    for (int i = 0; i < CLIENTS; i++) {
        long connection = accept(listening, NULL, NULL);
        pthread_create(&threads[i], NULL, serve, (void *)connection);
    }
    for (int i = 0; i < CLIENTS; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(balance == deposited);
    return 0;
}
