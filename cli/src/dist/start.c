/* What is checked when the archive of classes is made: with a bug of several kinds, so that most classes that checks use are loaded. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct { int number; int *heap; } shared;
static atomic_int done;

static void *one(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    shared.heap[1]++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    shared.number++;
    atomic_store(&done, 1);
    return unused;
}

static void *other(void *unused) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    shared.heap[1]++;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    assert(shared.number < 1 || atomic_load(&done));
    return unused;
}

int main(void) {
    pthread_t threads[2];
    shared.heap = calloc(2, sizeof *shared.heap);
    pthread_create(&threads[0], NULL, one, NULL);
    pthread_create(&threads[1], NULL, other, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    printf("%d\n", shared.number);
    free(shared.heap);
    return 0;
}
