// Two clients have a connection each to a thread that answers them, a pair of sockets. Nothing that one pair does has to do with the other
// one: there is one way to run all this. With -DSHARED both clients use one connection, and one may read the answer to the other one.
//
//   heddle check 79-connections.c
//
// heddle: verdict=clean executions=1
// heddle: verdict=clean executions=1 args=-DQUESTIONS=20
// heddle: verdict=bug kind=assertion cause=assertion args=-DSHARED
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef QUESTIONS
#define QUESTIONS 3
#endif
#define CLIENTS 2
enum { CLIENT, SERVER };

static int connections[CLIENTS][2];

static void *answers(void *number) {
    int connection = connections[(intptr_t)number][SERVER];
    for (char question; read(connection, &question, 1) == 1;) {
        char answer = question + 1;
        write(connection, &answer, 1);
    }
    close(connection);
    return NULL;
}

static void *asks(void *number) {
#ifdef SHARED
    int connection = connections[0][CLIENT];
#else
    int connection = connections[(intptr_t)number][CLIENT];
#endif
    for (int i = 0; i < QUESTIONS; i++) {
        char question = (char)(2 * i * CLIENTS + 2 * (intptr_t)number), answer;
        write(connection, &question, 1);
        read(connection, &answer, 1);
        assert(answer == question + 1);
    }
    return NULL;
}

int main(void) {
    pthread_t clients[CLIENTS], servers[CLIENTS];
    for (intptr_t i = 0; i < CLIENTS; i++) {
        socketpair(AF_UNIX, SOCK_STREAM, 0, connections[i]);
    }
    for (intptr_t i = 0; i < CLIENTS; i++) {
        pthread_create(&servers[i], NULL, answers, (void *)i);
        pthread_create(&clients[i], NULL, asks, (void *)i);
    }
    for (int i = 0; i < CLIENTS; i++) {
        pthread_join(clients[i], NULL);
    }
    for (int i = 0; i < CLIENTS; i++) {
        shutdown(connections[i][CLIENT], SHUT_WR);
        pthread_join(servers[i], NULL);
    }
    return 0;
}
