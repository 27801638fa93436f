// executions: 6
#include <pthread.h>

static pthread_spinlock_t lock;

static void *worker(void *unused) {
    pthread_spin_lock(&lock);
    pthread_spin_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t threads[3];
    pthread_spin_init(&lock, 0);
    for (int i = 0; i < 3; i++) {
        pthread_create(&threads[i], NULL, worker, NULL);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
