// A box for one value: a put waits until it is empty, a take until it is full. Both say that they may wait.
//
// The bug: a take that has waited does not look again. Where another one comes first, it takes what is no longer there, and gives 0. A wakeup
// without a signal leads to the same, but is no excuse: one at a time, no take gives 0.
// The fix (-DFIXED): look again, in a loop.
//
//   heddle check 08-looks-once.c
//   heddle check -DFIXED 08-looks-once.c
//
// heddle: verdict=bug kind=linearizability cause=no-serial-order
// heddle: verdict=bug kind=linearizability cause=no-serial-order args=--spurious=0
// heddle: verdict=clean args=-DFIXED
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int value;
static bool is_full;

static void put(int put_in) {
    pthread_mutex_lock(&mutex);
    while (is_full) {
        pthread_cond_wait(&changed, &mutex);
    }
    value = put_in;
    is_full = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static int take(void) {
    pthread_mutex_lock(&mutex);
#ifdef FIXED
    while (!is_full) {
#else
    if (!is_full) {
#endif
        pthread_cond_wait(&changed, &mutex);
    }
    int taken = value;
    value = 0;
    is_full = false;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    return taken;
}

static void *putter(void *unused) {
    for (int i = 1; i <= 2; i++) {
        heddle_operation_begin("put(%d)", i);
        heddle_operation_waits();
        put(i);
        heddle_operation_end("done");
    }
    return unused;
}

static void *taker(void *unused) {
    heddle_operation_begin("take");
    heddle_operation_waits();
    int taken = take();
    heddle_operation_end("%d", taken);
    return unused;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, putter, NULL);
    pthread_create(&threads[1], NULL, taker, NULL);
    pthread_create(&threads[2], NULL, taker, NULL);
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
