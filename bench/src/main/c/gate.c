/* N threads wait at a gate, and one signal is to let all of them through, where a broadcast is needed: for bench/threads. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gate = PTHREAD_COND_INITIALIZER;
static int is_open;
static pthread_t threads[N];

static void *pass(void *unused) {
    pthread_mutex_lock(&lock);
    while (!is_open) {
        pthread_cond_wait(&gate, &lock);
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    for (int i = 0; i < N; i++) {
        if (pthread_create(&threads[i], NULL, pass, NULL) != 0) {
            abort();
        }
    }
    pthread_mutex_lock(&lock);
    is_open = 1;
    pthread_cond_signal(&gate);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < N; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
