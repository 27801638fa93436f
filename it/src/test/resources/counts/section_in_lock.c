// executions: 2
// executions: 3, options: --coarser lock
#include <heddle.h>
#include <pthread.h>

// An atomic section in a critical section: with --coarser=lock one more execution shows that the lock cannot be taken in one go.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    heddle_atomic_begin();
    count++;
    heddle_atomic_end();
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    return count != 2;
}
