/* Locks of omp.h: mutexes of pthreads, at the same addresses. */
#define _GNU_SOURCE
#include "../include/omp.h"
#include "omp_runtime.h"

_Static_assert(sizeof(pthread_mutex_t) <= sizeof(omp_lock_t), "a lock is a mutex");

static pthread_mutex_t *mutex_of(omp_lock_t *lock) { return (pthread_mutex_t *)lock; }
static pthread_mutex_t *nested_mutex_of(omp_nest_lock_t *lock) { return (pthread_mutex_t *)lock; }

void omp_init_lock(omp_lock_t *lock) { pthread_mutex_init(mutex_of(lock), NULL); }
void omp_init_lock_with_hint(omp_lock_t *lock, omp_sync_hint_t hint) {
    (void)hint;
    omp_init_lock(lock);
}
void omp_destroy_lock(omp_lock_t *lock) { pthread_mutex_destroy(mutex_of(lock)); }
void omp_set_lock(omp_lock_t *lock) { pthread_mutex_lock(mutex_of(lock)); }
void omp_unset_lock(omp_lock_t *lock) { pthread_mutex_unlock(mutex_of(lock)); }
int omp_test_lock(omp_lock_t *lock) { return pthread_mutex_trylock(mutex_of(lock)) == 0; }

void omp_init_nest_lock(omp_nest_lock_t *lock) {
    const struct heddle_site *place = place_of_call();
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    AT(place, pthread_mutex_init(nested_mutex_of(lock), &recursive));
    pthread_mutexattr_destroy(&recursive);
    lock->heddle_count = 0;
    has_changed();
}
void omp_init_nest_lock_with_hint(omp_nest_lock_t *lock, omp_sync_hint_t hint) {
    (void)hint;
    omp_init_nest_lock(lock);
}
void omp_destroy_nest_lock(omp_nest_lock_t *lock) { pthread_mutex_destroy(nested_mutex_of(lock)); }
void omp_set_nest_lock(omp_nest_lock_t *lock) {
    pthread_mutex_lock(nested_mutex_of(lock));
    lock->heddle_count++;
}
void omp_unset_nest_lock(omp_nest_lock_t *lock) {
    lock->heddle_count--;
    pthread_mutex_unlock(nested_mutex_of(lock));
}
/* How often it is held by now; 0: another task has it. */
int omp_test_nest_lock(omp_nest_lock_t *lock) {
    return pthread_mutex_trylock(nested_mutex_of(lock)) == 0 ? ++lock->heddle_count : 0;
}
