/* Programs of any length, for bench/length: SHAPE ROUNDS makes some multiple of ROUNDS visible operations. */
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rounds;

/* pool: a queue with a condition variable, four workers. */
static pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int jobs, over;

static void *worker(void *unused) {
    (void)unused;
    pthread_mutex_lock(&queue);
    for (;;) {
        while (jobs == 0 && !over) {
            pthread_cond_wait(&filled, &queue);
        }
        if (jobs == 0) {
            break;
        }
        jobs--;
        pthread_mutex_unlock(&queue);
        usleep(100);
        pthread_mutex_lock(&queue);
    }
    pthread_mutex_unlock(&queue);
    return NULL;
}

static void pool(void) {
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        pthread_create(&threads[i], NULL, worker, NULL);
    }
    for (int i = 0; i < rounds; i++) {
        pthread_mutex_lock(&queue);
        jobs++;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&queue);
    }
    pthread_mutex_lock(&queue);
    over = 1;
    pthread_cond_broadcast(&filled);
    pthread_mutex_unlock(&queue);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
    }
}

/* pipeline: three stages, between each two a buffer of four places. */
#define STAGES 3
static sem_t items[STAGES], places[STAGES];

static void *stage(void *number) {
    int n = *(int *)number;
    for (int i = 0; i < rounds; i++) {
        if (n > 0) {
            sem_wait(&items[n - 1]);
            sem_post(&places[n - 1]);
        }
        if (n < STAGES - 1) {
            sem_wait(&places[n]);
            sem_post(&items[n]);
        }
    }
    return NULL;
}

static void pipeline(void) {
    pthread_t threads[STAGES];
    int numbers[STAGES];
    for (int i = 0; i < STAGES; i++) {
        sem_init(&items[i], 0, 0);
        sem_init(&places[i], 0, 4);
    }
    for (int i = 0; i < STAGES; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, stage, &numbers[i]);
    }
    for (int i = 0; i < STAGES; i++) {
        pthread_join(threads[i], NULL);
    }
}

/* table: threads that lock one of many buckets, drawn by a counter of their own. */
#define BUCKETS 64
static pthread_mutex_t buckets[BUCKETS];
static int entries[BUCKETS];

static void *user(void *number) {
    unsigned n = *(unsigned *)number;
    for (int i = 0; i < rounds; i++) {
        n = n * 1103515245u + 12345u;
        unsigned b = n >> 16 & (BUCKETS - 1);
        pthread_mutex_lock(&buckets[b]);
        entries[b]++;
        pthread_mutex_unlock(&buckets[b]);
        sched_yield();
    }
    return NULL;
}

static void table(int count) {
    pthread_t threads[64];
    unsigned numbers[64];
    for (int i = 0; i < BUCKETS; i++) {
        pthread_mutex_init(&buckets[i], NULL);
    }
    for (int i = 0; i < count; i++) {
        numbers[i] = (unsigned)i;
        pthread_create(&threads[i], NULL, user, &numbers[i]);
    }
    for (int i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
    }
}

/* pairs: threads of which each two share a lock, so that most of the rest is independent of what two of them do. */
static void *partner(void *number) {
    int b = *(int *)number / 2;
    for (int i = 0; i < rounds; i++) {
        pthread_mutex_lock(&buckets[b]);
        entries[b]++;
        pthread_mutex_unlock(&buckets[b]);
        sched_yield();
    }
    return NULL;
}

static void pairs(void) {
    pthread_t threads[4];
    int numbers[4];
    for (int i = 0; i < 4; i++) {
        pthread_mutex_init(&buckets[i], NULL);
        numbers[i] = i;
    }
    for (int i = 0; i < 4; i++) {
        pthread_create(&threads[i], NULL, partner, &numbers[i]);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
    }
}

int main(int count, char **arguments) {
    const char *shape = count > 1 ? arguments[1] : "pool";
    rounds = count > 2 ? atoi(arguments[2]) : 100;
    if (strcmp(shape, "pool") == 0) {
        pool();
    } else if (strcmp(shape, "pipeline") == 0) {
        pipeline();
    } else if (strcmp(shape, "table") == 0) {
        table(4);
    } else if (strcmp(shape, "threads") == 0) {
        table(64);
    } else if (strcmp(shape, "pairs") == 0) {
        pairs();
    } else {
        return 2;
    }
    return 0;
}
