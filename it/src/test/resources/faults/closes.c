/* A thread closes every descriptor, those of Heddle included; then two threads go through two orders. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *close_all(void *unused) {
    pthread_mutex_lock(&mutex);
    for (int descriptor = 0; descriptor < 4096; descriptor++) {
        close(descriptor);
    }
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, close_all, NULL);
    pthread_create(&threads[1], NULL, close_all, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
