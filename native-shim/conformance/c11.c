#include "conformance.h"
#include <threads.h>

static mtx_t mutex, recursive, timed;
static cnd_t cond;
static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static int ready, calls;

static void init(void) { calls++; }
static void destructor(void *value) { printf("destructor %ld\n", (long)value); }

static int worker(void *argument) {
    call_once(&once, init);
    SHOW(tss_set(key, argument));
    SHOW((long)tss_get(key));
    SHOW(mtx_lock(&mutex));
    ready = 1;
    SHOW(cnd_signal(&cond));
    mtx_unlock(&mutex);
    return 5;
}

static int busy(void *argument) {
    struct timespec soon = in(CLOCK_REALTIME, 10);
    SHOW(mtx_trylock(&mutex));
    SHOW(mtx_timedlock(&timed, &soon));
    (void)argument;
    thrd_exit(6);
}

int main(void) {
    struct timespec soon = in(CLOCK_REALTIME, 10), bad = {0, 1000000000}, moment = {0, 1000000};
    int result = 0;
    thrd_t thread;
    SHOW(mtx_init(&mutex, mtx_plain));
    SHOW(mtx_init(&recursive, mtx_plain | mtx_recursive));
    SHOW(mtx_init(&timed, mtx_timed));
    SHOW(mtx_init(&timed, 77));
    SHOW(cnd_init(&cond));
    SHOW(tss_create(&key, destructor));
    SHOW(mtx_lock(&recursive));
    SHOW(mtx_trylock(&recursive));
    SHOW(mtx_unlock(&recursive));
    SHOW(mtx_unlock(&recursive));
    SHOW(mtx_lock(&mutex));
    SHOW(mtx_lock(&timed));
    SHOW(cnd_timedwait(&cond, &mutex, &soon));
    SHOW(cnd_timedwait(&cond, &mutex, &bad));
    int created = thrd_create(&thread, busy, NULL), self = thrd_equal(thread, thrd_current());
    SHOW(thrd_join(thread, &result));
    SHOW(created);
    SHOW(self);
    SHOW(thrd_equal(thrd_current(), thrd_current()));
    SHOW(result);
    thrd_create(&thread, worker, (void *)3);
    int woken = -1;
    while (!ready) {
        woken = cnd_wait(&cond, &mutex);
    }
    mtx_unlock(&mutex);
    SHOW(thrd_join(thread, &result));
    SHOW(woken);
    SHOW(result);
    call_once(&once, init);
    SHOW(calls);
    SHOW(thrd_sleep(&moment, NULL));
    SHOW(thrd_sleep(&bad, NULL));
    thrd_yield();
    SHOW(cnd_broadcast(&cond));
    thrd_create(&thread, worker, (void *)4);
    SHOW(thrd_join(thread, NULL));
    cnd_destroy(&cond);
    mtx_destroy(&mutex);
    mtx_destroy(&recursive);
    tss_delete(key);
    return 0;
}
