// executions: 9
// Sleeping in a function with a variable of its own, while another thread changes the stack of the one that waits: both loops are waits.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/select.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void milliseconds(int number) {
    struct timeval time;
    time.tv_usec = number % 1000 * 1000;
    time.tv_sec = number / 1000;
    select(0, NULL, NULL, NULL, &time);
}

static void *holds(void *argument) {
    atomic_int *flag = argument;
    pthread_mutex_lock(&mutex);
    atomic_store(flag, 1);
    while (atomic_load(flag) != 0) {
        milliseconds(100);
    }
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void) {
    pthread_t thread;
    atomic_int flag = 0;
    pthread_create(&thread, NULL, holds, &flag);
    while (atomic_load(&flag) != 1) {
        milliseconds(100);
    }
    assert(pthread_mutex_trylock(&mutex));
    atomic_store(&flag, 0);
    pthread_join(thread, NULL);
    return 0;
}
