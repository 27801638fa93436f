// Two services of which each may be told to stop first; who stops waits for the other to finish.
//
// The bug: when both are told to stop, each joins the other.
// The fix (-DFIXED): only the one who is first to take the word joins the other.
//
//   heddle check 13-join-cycle.c
//   heddle check -DFIXED 13-join-cycle.c
//
// heddle: verdict=bug kind=deadlock cause=join-cycle
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static pthread_mutex_t started = PTHREAD_MUTEX_INITIALIZER;
static pthread_t services[2];
static atomic_bool stopping;

static void *serve(void *number) {
    pthread_mutex_lock(&started); // until both handles are known
    pthread_t other = services[1 - *(int *)number];
    pthread_mutex_unlock(&started);
#ifdef FIXED
    bool first = !atomic_exchange(&stopping, true);
#else
    bool first = true;
    atomic_store(&stopping, true);
#endif
    if (first) {
        pthread_join(other, NULL);
    }
    return NULL;
}

int main(void) {
    static int numbers[2] = {0, 1};
    pthread_mutex_lock(&started);
    pthread_create(&services[0], NULL, serve, &numbers[0]);
    pthread_create(&services[1], NULL, serve, &numbers[1]);
    pthread_mutex_unlock(&started);
    pthread_exit(NULL); // the services go on without main
}
