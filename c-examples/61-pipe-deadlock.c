// Client and server talk over two pipes. The server asks back when it finds its cache empty; the client, who waits for the
// answer, does not listen. Whether the cache is filled in time is a matter of the schedule.
//
//   heddle check 61-pipe-deadlock.c
//
// heddle: verdict=bug kind=deadlock cause=descriptor
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int request[2], answer[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int cached;

static void *fill(void *unused) {
    pthread_mutex_lock(&lock);
    cached = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *server(void *unused) {
    char byte;
    read(request[0], &byte, 1);
    pthread_mutex_lock(&lock);
    int hit = cached;
    pthread_mutex_unlock(&lock);
    if (!hit) {
        read(request[0], &byte, 1); /* more details, please */
    }
    write(answer[1], "!", 1);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    char byte;
    pipe(request);
    pipe(answer);
    pthread_create(&threads[0], NULL, fill, NULL);
    pthread_create(&threads[1], NULL, server, NULL);
    write(request[1], "?", 1);
    read(answer[0], &byte, 1);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
