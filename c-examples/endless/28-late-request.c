// A server that takes a while to start, serves some requests, and goes on for ever. Two threads change one number by a look and a store,
// each under the lock, so that a change is lost; but only once the tables are filled, after hundreds of operations. What a search within
// the first operations of each thread never comes to, samples do.
// The fix (-DFIXED): one critical section from the look to the store.
//
//   heddle check 28-late-request.c
//
// heddle: verdict=bug kind=assertion cause=assertion args=-i 400
// heddle: verdict=inconclusive args=-DFIXED -i 100
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#define TABLES 300
#define REQUESTS 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int tables[TABLES];
static int served;
static atomic_int clients = 2;

static void look_up(int key) {
    pthread_mutex_lock(&lock);
    tables[key % TABLES]++;
    pthread_mutex_unlock(&lock);
}

static void increment(void) {
    pthread_mutex_lock(&lock);
    int was = served;
#ifndef FIXED
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
    served = was + 1;
    pthread_mutex_unlock(&lock);
}

static void *client(void *unused) {
    for (int i = 0; i < REQUESTS; i++) {
        for (int key = 0; key < 40; key++) {
            look_up(key);
        }
        increment();
    }
    atomic_fetch_sub(&clients, 1);
    for (;;) {
        sleep(1);
        look_up(0);
    }
    return unused;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < TABLES; i++) {
        look_up(i);
    }
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, client, NULL);
    }
    for (;;) {
        sleep(1);
        if (clients == 0) {
            pthread_mutex_lock(&lock);
            assert(served == 2 * REQUESTS);
            pthread_mutex_unlock(&lock);
        }
    }
}
