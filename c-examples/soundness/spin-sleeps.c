// Two threads take a lock by a test-and-set, and sleep between their tries, by each function that sleeps, twice as long each time. It makes
// no difference how often they try: all of it is one wait. What the sleep leaves on the stack, the time above all, is not compared.
//
// heddle: verdict=clean executions=18
// heddle: verdict=clean executions=18 args=-DRELATIVE
// heddle: verdict=clean executions=18 args=-DTHREAD
// heddle: verdict=bug kind=data-race cause=read-write args=-DFORGETS
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <threads.h>
#include <time.h>

static atomic_flag taken = ATOMIC_FLAG_INIT;
static int count;

static void sleep_for(long nanoseconds) {
    struct timespec time = {0, nanoseconds};
#if defined RELATIVE
    clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
#elif defined THREAD
    thrd_sleep(&time, NULL);
#else
    nanosleep(&time, NULL);
#endif
}

static void *work(void *unused) {
    long pause = 100;
    while (atomic_flag_test_and_set(&taken)) {
        sleep_for(pause);
        if (pause < 6400) {
            pause *= 2;
        }
    }
    count++;
    atomic_flag_clear(&taken);
#ifdef FORGETS
    count++;
#endif
    return unused;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, NULL, work, NULL);
    pthread_create(&other, NULL, work, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return count < 2;
}
