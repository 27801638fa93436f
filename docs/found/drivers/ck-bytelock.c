/* A writer and readers of ConcurrencyKit's byte lock. */
#include <ck_bytelock.h>
#include <pthread.h>

#ifndef READERS
#define READERS 2
#endif
#ifndef SLOT
#define SLOT(i) ((i) + 1)
#endif
#ifndef WRITERS
#define WRITERS 1
#endif

static ck_bytelock_t lock = CK_BYTELOCK_INITIALIZER;
static int value[2];

static void *write_both(void *slot) {
    ck_bytelock_write_lock(&lock, (unsigned)(long)slot);
    value[0]++;
    value[1]++;
    ck_bytelock_write_unlock(&lock);
    return NULL;
}

static void *read_both(void *slot) {
    ck_bytelock_read_lock(&lock, (unsigned)(long)slot);
    int same = value[0] == value[1];
    ck_bytelock_read_unlock(&lock, (unsigned)(long)slot);
    return same ? NULL : slot;
}

int main(void) {
    pthread_t threads[READERS + WRITERS];
    for (long i = 0; i < READERS + WRITERS; i++)
        pthread_create(&threads[i], NULL, i < WRITERS ? write_both : read_both, (void *)(long)SLOT(i));
    for (int i = 0; i < READERS + WRITERS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
