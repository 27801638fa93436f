// A connection with a mutex of its own: the mutex is initialised with the connection, and nobody destroys it before the memory is freed.
//
// The bug: POSIX lets an implementation allocate something in pthread_mutex_init that only pthread_mutex_destroy gives back. It works
// with glibc, which allocates nothing; so it is told with --pedantic only.
// The fix (-DFIXED): the mutex is destroyed with the connection.
//
//   heddle check --pedantic 22-never-destroyed.c
//   heddle check --pedantic -DFIXED 22-never-destroyed.c
//
// heddle: verdict=bug kind=undestroyed cause="the mutex was not destroyed before its memory was freed" args=--pedantic
// heddle: verdict=clean args=--pedantic -DFIXED
// heddle: verdict=clean
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct connection {
    pthread_mutex_t mutex;
    int requests;
};

static struct connection *open_connection(void) {
    struct connection *connection = calloc(1, sizeof *connection);
    pthread_mutex_init(&connection->mutex, NULL);
    return connection;
}

static void close_connection(struct connection *connection) {
#ifdef FIXED
    pthread_mutex_destroy(&connection->mutex);
#endif
    free(connection);
}

static void *request(void *of) {
    struct connection *connection = of;
    pthread_mutex_lock(&connection->mutex);
    connection->requests++;
    pthread_mutex_unlock(&connection->mutex);
    return NULL;
}

int main(void) {
    struct connection *connection = open_connection();
    pthread_t other;
    pthread_create(&other, NULL, request, connection);
    request(connection);
    pthread_join(other, NULL);
    close_connection(connection);
    return 0;
}
