// A producer signals each of two items. The consumer takes all that there are, and then waits for one more: it has missed nothing, for it
// looked after both items came, and nobody signals again. With -DHELPER the wait is in a function of its own, and with -DAFTER the producer
// signals after it has given the mutex back. It is otherwise where the producer signals before it says so (-DEARLY), where the consumer
// waits before it looks (-DBLIND), and where it looks before it takes the mutex (-DOUTSIDE): then it misses the signal.
//
// heddle: verdict=bug kind=deadlock cause=condition
// heddle: verdict=bug kind=deadlock cause=condition args=-DHELPER
// heddle: verdict=bug kind=deadlock cause=condition args=-DAFTER
// heddle: verdict=bug kind=lost-wakeup cause=signal-before-wait args=-DEARLY
// heddle: verdict=bug kind=lost-wakeup cause=signal-before-wait args=-DBLIND
// heddle: verdict=bug kind=lost-wakeup cause=signal-before-wait args=-DOUTSIDE
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static sem_t signalled;

#if defined EARLY || defined BLIND || defined OUTSIDE
#define ITEMS 1
#define ROUNDS 1
#else
#define ITEMS 2
#define ROUNDS 2
#endif

#ifdef OUTSIDE
static atomic_int items;
#else
static int items;
#endif

static void await_change(void) {
    pthread_cond_wait(&changed, &mutex);
}

static void *produces(void *unused) {
    for (int i = 0; i < ITEMS; i++) {
#ifdef OUTSIDE
        items++;
        pthread_mutex_lock(&mutex);
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&mutex);
#elif defined EARLY
        pthread_mutex_lock(&mutex);
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&mutex);
        sem_post(&signalled);
        pthread_mutex_lock(&mutex);
        items++;
        pthread_mutex_unlock(&mutex);
#else
        pthread_mutex_lock(&mutex);
        items++;
#ifdef AFTER
        pthread_mutex_unlock(&mutex);
        pthread_cond_signal(&changed);
#else
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&mutex);
#endif
#endif
    }
    return unused;
}

static void consume(void) {
#ifdef OUTSIDE
    while (items == 0) {
        pthread_mutex_lock(&mutex);
        pthread_cond_wait(&changed, &mutex);
        pthread_mutex_unlock(&mutex);
    }
#else
    pthread_mutex_lock(&mutex);
#ifdef BLIND
    do {
        pthread_cond_wait(&changed, &mutex);
    } while (items == 0);
#elif defined HELPER
    while (items == 0) {
        await_change();
    }
#else
    while (items == 0) {
        pthread_cond_wait(&changed, &mutex);
    }
#endif
    items = 0;
    pthread_mutex_unlock(&mutex);
#endif
}

int main(void) {
    pthread_t producer;
    (void)await_change;
    sem_init(&signalled, 0, 0);
    pthread_create(&producer, NULL, produces, NULL);
#ifdef EARLY
    sem_wait(&signalled);
#endif
    for (int i = 0; i < ROUNDS; i++) {
        consume();
    }
    pthread_join(producer, NULL);
    return 0;
}
