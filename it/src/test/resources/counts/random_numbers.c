// executions: 16
// Random numbers say which lock of each row main takes. It draws the same ones in every execution, whatever the other thread, which
// takes all locks of one row after the other and draws as well, has done before. In each of four rows either may be first.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#define LOCKS 64

uint32_t arc4random_uniform(uint32_t bound);
void arc4random_buf(void *buffer, size_t length);

static pthread_mutex_t locks[4][LOCKS];

static void take(int row, unsigned number) {
    pthread_mutex_lock(&locks[row][number % LOCKS]);
    pthread_mutex_unlock(&locks[row][number % LOCKS]);
}

static void *take_all(void *unused) {
    for (int row = 0; row < 4; row++) {
        unsigned number;
        arc4random_buf(&number, sizeof number);
        for (unsigned i = 0; i < LOCKS; i++) {
            take(row, number + i);
        }
    }
    return unused;
}

static void *take_some(void *unused) {
    unsigned number = 0;
    take(0, getrandom(&number, sizeof number, 0) == sizeof number ? number : 0);
    take(1, getentropy(&number, sizeof number) == 0 ? number : 0);
    take(2, arc4random_uniform(LOCKS));
    arc4random_buf(&number, sizeof number);
    take(3, number);
    return unused;
}

int main(void) {
    for (int i = 0; i < 4 * LOCKS; i++) {
        pthread_mutex_init(&locks[i / LOCKS][i % LOCKS], NULL);
    }
    pthread_t thread;
    pthread_create(&thread, NULL, take_all, NULL);
    take_some(NULL);
    pthread_join(thread, NULL);
    return 0;
}
