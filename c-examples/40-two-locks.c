// Two threads change a balance, each under a mutex, but not the same one.
//
// The bug: a data race, and an update can be lost. The race shows in every interleaving; what it leads to shows once the
// accesses that race have become scheduling points, which they do by themselves.
// The fix (-DFIXED): one mutex.
//
//   heddle check 40-two-locks.c
//   heddle check -DFIXED 40-two-locks.c
//
// heddle: verdict=bug kind=assertion cause=assertion races
// heddle: verdict=clean executions=2 args=-DFIXED
#include <assert.h>
#include <pthread.h>

struct account {
    int number;
    long balance;
};

static struct account savings = {17, 100};
static pthread_mutex_t tellers = PTHREAD_MUTEX_INITIALIZER;
#ifdef FIXED
#define machines tellers
#else
static pthread_mutex_t machines = PTHREAD_MUTEX_INITIALIZER;
#endif

static void *withdraw(void *unused) {
    (void)unused;
    pthread_mutex_lock(&machines);
    savings.balance -= 30;
    pthread_mutex_unlock(&machines);
    return NULL;
}

int main(void) {
    pthread_t machine;
    pthread_create(&machine, NULL, withdraw, NULL);
    pthread_mutex_lock(&tellers);
    savings.balance += 50;
    pthread_mutex_unlock(&tellers);
    pthread_join(machine, NULL);
    assert(savings.balance == 120);
    return 0;
}
