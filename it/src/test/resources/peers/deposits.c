/* A server and its clients: with the socket's path alone this is the server, with an amount as well a client.
 *
 * Each client sends one byte, the amount of a deposit, and waits for an answer. The server has a thread for each connection. With -DONCE a
 * thread keeps the lock from reading the balance to writing it. Without, another deposit can come between, and is lost. */
#include <assert.h>
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

static int client(const struct sockaddr_un *address, char amount) {
    int connection = socket(AF_UNIX, SOCK_STREAM, 0);
    char answer = 0;
    if (connect(connection, (const struct sockaddr *)address, sizeof *address) != 0 || write(connection, &amount, 1) != 1) {
        return 1;
    }
    return read(connection, &answer, 1) != 1 || answer != amount;
}

int main(int count, char **words) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (count < 2 || strlen(words[1]) >= sizeof address.sun_path) {
        return 2;
    }
    strcpy(address.sun_path, words[1]);
    if (count > 2) {
        return client(&address, (char)atoi(words[2]));
    }
    int listening = socket(AF_UNIX, SOCK_STREAM, 0);
    unlink(address.sun_path);
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
