/* <threads.h>: the pthread functions under C11's names, as in glibc, whose types are the same as well. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <threads.h>
#include <time.h>

#include "base/compiler.h"
#include "memory/memory.h"
#include "model/runtime.h"
#include "sync/threads/thread.h"

_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t), "mtx_t is a pthread_mutex_t");
_Static_assert(sizeof(cnd_t) == sizeof(pthread_cond_t), "cnd_t is a pthread_cond_t");
_Static_assert(sizeof(once_flag) == sizeof(pthread_once_t), "once_flag is a pthread_once_t");

static pthread_mutex_t *mutex_in(mtx_t *mutex) { return (pthread_mutex_t *)(void *)mutex; }
static pthread_cond_t *cond_in(cnd_t *cond) { return (pthread_cond_t *)(void *)cond; }

static int as_thrd(int error) {
    switch (error) {
        case 0:
            return thrd_success;
        case ENOMEM:
            return thrd_nomem;
        case ETIMEDOUT:
            return thrd_timedout;
        case EBUSY:
            return thrd_busy;
        default:
            return thrd_error;
    }
}

/* ---- threads ---- */

/* An int is returned in the register of a pointer. */
typedef void *start_fn(void *);

EXPORT int thrd_create(thrd_t *thread, thrd_start_t start, void *argument) {
    uint64_t site = SITE();
    return as_thrd(thread_create(thread, NULL, (start_fn *)(void (*)(void))start, argument, true, site));
}

EXPORT int thrd_join(thrd_t thread, int *result) {
    uint64_t site = SITE();
    pass_site(site);
    void *value = NULL;
    int error = pthread_join(thread, result ? &value : NULL);
    if (error == 0 && result) {
        memory_store(result, (int)(intptr_t)value, site);
    }
    return as_thrd(error);
}

EXPORT int thrd_detach(thrd_t thread) {
    PASS_SITE();
    return as_thrd(pthread_detach(thread));
}

EXPORT _Noreturn void thrd_exit(int result) { pthread_exit((void *)(intptr_t)result); }

EXPORT thrd_t thrd_current(void) { return pthread_self(); }

EXPORT int thrd_equal(thrd_t a, thrd_t b) {
    rt.site = NULL;
    return a == b;
}

EXPORT int thrd_sleep(const struct timespec *duration, struct timespec *left) {
    PASS_SITE();
    int error = clock_nanosleep(CLOCK_REALTIME, 0, duration, left);
    return error == 0 ? 0 : error == EINTR ? -1 : -2;
}

EXPORT void thrd_yield(void) {
    PASS_SITE();
    sched_yield();
}

/* ---- mutexes ---- */

EXPORT int mtx_init(mtx_t *mutex, int type) {
    PASS_SITE();
    bool is_recursive = type == (mtx_plain | mtx_recursive) || type == (mtx_timed | mtx_recursive);
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, is_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
    int error = pthread_mutex_init(mutex_in(mutex), is_recursive ? &attributes : NULL);
    pthread_mutexattr_destroy(&attributes);
    return as_thrd(error);
}

EXPORT void mtx_destroy(mtx_t *mutex) {
    PASS_SITE();
    pthread_mutex_destroy(mutex_in(mutex));
}

EXPORT int mtx_lock(mtx_t *mutex) {
    PASS_SITE();
    return as_thrd(pthread_mutex_lock(mutex_in(mutex)));
}

EXPORT int mtx_trylock(mtx_t *mutex) {
    PASS_SITE();
    return as_thrd(pthread_mutex_trylock(mutex_in(mutex)));
}

EXPORT int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until) {
    PASS_SITE();
    return as_thrd(pthread_mutex_timedlock(mutex_in(mutex), until));
}

EXPORT int mtx_unlock(mtx_t *mutex) {
    PASS_SITE();
    return as_thrd(pthread_mutex_unlock(mutex_in(mutex)));
}

/* ---- condition variables ---- */

EXPORT int cnd_init(cnd_t *cond) {
    PASS_SITE();
    return as_thrd(pthread_cond_init(cond_in(cond), NULL));
}

EXPORT void cnd_destroy(cnd_t *cond) {
    PASS_SITE();
    pthread_cond_destroy(cond_in(cond));
}

EXPORT int cnd_wait(cnd_t *cond, mtx_t *mutex) {
    PASS_SITE();
    return as_thrd(pthread_cond_wait(cond_in(cond), mutex_in(mutex)));
}

EXPORT int cnd_timedwait(cnd_t *restrict cond, mtx_t *restrict mutex, const struct timespec *restrict until) {
    PASS_SITE();
    return as_thrd(pthread_cond_timedwait(cond_in(cond), mutex_in(mutex), until));
}

EXPORT int cnd_signal(cnd_t *cond) {
    PASS_SITE();
    return as_thrd(pthread_cond_signal(cond_in(cond)));
}

EXPORT int cnd_broadcast(cnd_t *cond) {
    PASS_SITE();
    return as_thrd(pthread_cond_broadcast(cond_in(cond)));
}

/* ---- once, thread-specific storage ---- */

EXPORT void call_once(once_flag *flag, void (*routine)(void)) {
    PASS_SITE();
    pthread_once((pthread_once_t *)(void *)flag, routine);
}

EXPORT int tss_create(tss_t *key, tss_dtor_t destructor) {
    PASS_SITE();
    return as_thrd(pthread_key_create(key, destructor));
}

EXPORT void tss_delete(tss_t key) {
    PASS_SITE();
    pthread_key_delete(key);
}

EXPORT void *tss_get(tss_t key) {
    PASS_SITE();
    return pthread_getspecific(key);
}

EXPORT int tss_set(tss_t key, void *value) {
    PASS_SITE();
    return as_thrd(pthread_setspecific(key, value));
}
