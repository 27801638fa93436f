// Two libraries, each correct by itself: a cache that calls its user back, and a user that calls the cache.
//
// The bug: the cache holds its lock while it tells the session of an eviction, and the session takes its own lock there. Elsewhere the
// session calls the cache with its lock held. Neither library's source shows a cycle.
// The fix (-DFIXED): call back without the lock.
//
//   heddle check 10-callback-deadlock.c
//   heddle check -DFIXED 10-callback-deadlock.c
//
// heddle: verdict=bug kind=deadlock cause=lock-cycle
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>

/* the cache */

static pthread_mutex_t cache_lock = PTHREAD_MUTEX_INITIALIZER;
static int entries;

static void cache_put(void) {
    pthread_mutex_lock(&cache_lock);
    entries++;
    pthread_mutex_unlock(&cache_lock);
}

static void cache_evict(void (*evicted)(void)) {
    pthread_mutex_lock(&cache_lock);
    entries = 0;
#ifdef FIXED
    pthread_mutex_unlock(&cache_lock);
    evicted();
#else
    evicted();
    pthread_mutex_unlock(&cache_lock);
#endif
}

/* the session */

static pthread_mutex_t session_lock = PTHREAD_MUTEX_INITIALIZER;
static int evictions;

static void on_evicted(void) {
    pthread_mutex_lock(&session_lock);
    evictions++;
    pthread_mutex_unlock(&session_lock);
}

static void *serve(void *unused) {
    pthread_mutex_lock(&session_lock);
    cache_put();
    pthread_mutex_unlock(&session_lock);
    return unused;
}

static void *clean(void *unused) {
    cache_evict(on_evicted);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, serve, NULL);
    pthread_create(&threads[1], NULL, clean, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
