/* A pool of four workers after half a second of set-up by main alone: it fills a table of primes by trial division, without a visible
 * operation. The workers then take numbers from a queue and add up what the table has for them. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef PRIMES
#define PRIMES 220000 /* that take half a second */
#endif
#define WORKERS 4
#define JOBS 8

static unsigned *primes;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next;
static unsigned long sum;

static void set_up(void) {
    primes = malloc(PRIMES * sizeof *primes);
    int count = 0;
    for (unsigned n = 2; count < PRIMES; n++) {
        unsigned divisor = 2;
        while (divisor * divisor <= n && n % divisor != 0) {
            divisor++;
        }
        if (divisor * divisor > n) {
            primes[count++] = n;
        }
    }
}

static void *work(void *unused) {
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&lock);
        int job = next < JOBS ? next++ : -1;
        pthread_mutex_unlock(&lock);
        if (job < 0) {
            return NULL;
        }
        unsigned long part = 0;
        for (int i = job; i < PRIMES; i += 1000) {
            part += primes[i];
        }
        pthread_mutex_lock(&lock);
        sum += part;
        pthread_mutex_unlock(&lock);
    }
}

int main(void) {
    set_up();
    pthread_t workers[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
        pthread_create(&workers[i], NULL, work, NULL);
    }
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(workers[i], NULL);
    }
    unsigned long whole = 0;
    for (int job = 0; job < JOBS; job++) {
        for (int i = job; i < PRIMES; i += 1000) {
            whole += primes[i];
        }
    }
    assert(sum == whole);
}
