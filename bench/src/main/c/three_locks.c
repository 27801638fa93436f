/* Three threads, three locks, each thread takes its own and the next one's: a cycle. */
#include <pthread.h>

#define N 3

static pthread_mutex_t lock[N];
static int number[N];

static void *worker(void *argument) {
    int i = *(int *)argument;
    pthread_mutex_lock(&lock[i]);
    pthread_mutex_lock(&lock[(i + 1) % N]);
    pthread_mutex_unlock(&lock[(i + 1) % N]);
    pthread_mutex_unlock(&lock[i]);
    return NULL;
}

int main(void) {
    pthread_t thread[N];
    for (int i = 0; i < N; i++) {
        number[i] = i;
        pthread_mutex_init(&lock[i], NULL);
    }
    for (int i = 0; i < N; i++) {
        pthread_create(&thread[i], NULL, worker, &number[i]);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(thread[i], NULL);
    }
    return 0;
}
