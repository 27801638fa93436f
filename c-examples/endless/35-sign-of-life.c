// A worker says in each round that it is alive, until it is told to stop. A round that stores what is there already changes nothing: the
// worker waits to be told, or for the flag to be taken back, and there is a proof.
//
// -DWATCHDOG: another thread takes the flag back twice. -DWATCHDOG -DSURE: the bug: it counts on finding the flag set, though the worker may
// not have come round since. -DTURNS: each round stores two numbers, which others may tell apart however often the worker comes round: the
// loop is unrolled, and there is no proof.
//
//   heddle check 35-sign-of-life.c
//   heddle check -DWATCHDOG 35-sign-of-life.c
//   heddle check -DWATCHDOG -DSURE 35-sign-of-life.c
//   heddle check -DTURNS 35-sign-of-life.c
//
// heddle: verdict=clean executions=3
// heddle: verdict=clean executions=29 args=-DWATCHDOG
// heddle: verdict=bug kind=assertion cause=assertion args=-DWATCHDOG -DSURE
// heddle: verdict=inconclusive args=-DTURNS -i 300
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int stop, alive;

static void *work(void *unused) {
    while (!atomic_load(&stop)) {
#ifdef TURNS
        atomic_store(&alive, 2);
#endif
        atomic_store(&alive, 1);
        usleep(10);
    }
    return unused;
}

#ifdef WATCHDOG
static void *watch(void *unused) {
    for (int i = 0; i < 2; i++) {
        int was_alive = atomic_exchange(&alive, 0);
#ifdef SURE
        assert(was_alive);
#endif
        (void)was_alive;
        usleep(100);
    }
    return unused;
}
#endif

int main(void) {
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
#ifdef WATCHDOG
    pthread_t watchdog;
    pthread_create(&watchdog, NULL, watch, NULL);
    pthread_join(watchdog, NULL);
#endif
    usleep(1000);
    atomic_store(&stop, 1);
    pthread_join(worker, NULL);
    return 0;
}
