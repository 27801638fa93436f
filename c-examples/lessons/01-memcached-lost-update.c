// memcached 1.4.4, issue 127: two clients increment one key at the same time, and one increment is lost.
//
// The bug: finding the item and storing the new value are two critical sections, each with the lock. What one thread has read
// is old when it writes it back. No data race: every access holds the lock, so a race detector says nothing.
// The fix (-DFIXED): one critical section from the look to the store.
//
//   heddle check 01-memcached-lost-update.c
//   heddle check -DFIXED 01-memcached-lost-update.c
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=clean args=-DFIXED
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t cache_lock = PTHREAD_MUTEX_INITIALIZER;
static long item_value;

#ifndef FIXED
static long item_get(void) {
    pthread_mutex_lock(&cache_lock);
    long value = item_value;
    pthread_mutex_unlock(&cache_lock);
    return value;
}

static void item_replace(long value) {
    pthread_mutex_lock(&cache_lock);
    item_value = value;
    pthread_mutex_unlock(&cache_lock);
}
#endif

static void *process_incr(void *unused) {
#ifdef FIXED
    pthread_mutex_lock(&cache_lock);
    item_value++;
    pthread_mutex_unlock(&cache_lock);
#else
    item_replace(item_get() + 1);
#endif
    return unused;
}

int main(void) {
    pthread_t clients[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&clients[i], NULL, process_incr, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(clients[i], NULL);
    }
    assert(item_value == 2);
    return 0;
}
