// A race on a path that few interleavings take: only who comes between two steps of another thread writes without the lock.
// The fix (-DFIXED): with the lock.
//
//   heddle check races/15-rare-branch.c
//   heddle check -DFIXED races/15-rare-branch.c
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <stdatomic.h>

static atomic_int step;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int log_lines;

static void *watch(void *unused) {
    if (atomic_load(&step) == 1) {
#ifdef FIXED
        pthread_mutex_lock(&mutex);
#endif
        log_lines++;
#ifdef FIXED
        pthread_mutex_unlock(&mutex);
#endif
    }
    return unused;
}

int main(void) {
    pthread_t watcher;
    pthread_create(&watcher, NULL, watch, NULL);
    atomic_store(&step, 1);
    atomic_store(&step, 2);
    pthread_mutex_lock(&mutex);
    int lines = log_lines;
    pthread_mutex_unlock(&mutex);
    pthread_join(watcher, NULL);
    return lines > 1;
}
