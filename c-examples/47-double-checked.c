// Double-checked locking: the first look at the pointer is made without the mutex, to save the time that it takes.
//
// The bug: the look and the write race; whoever sees the pointer need not see what it points to. No interleaving goes wrong.
// The fix (-DFIXED): an atomic pointer, released and acquired.
//
//   heddle check 47-double-checked.c
//   heddle check -DFIXED 47-double-checked.c
//
// heddle: verdict=bug races=2
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct settings {
    int verbose;
};

#ifdef FIXED
static struct settings *_Atomic settings;
#define LOAD() atomic_load_explicit(&settings, memory_order_acquire)
#define STORE(value) atomic_store_explicit(&settings, value, memory_order_release)
#else
static struct settings *settings;
#define LOAD() settings
#define STORE(value) (settings = (value))
#endif
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct settings *get_settings(void) {
    struct settings *known = LOAD();
    if (!known) {
        pthread_mutex_lock(&mutex);
        known = LOAD();
        if (!known) {
            known = malloc(sizeof *known);
            known->verbose = 3;
            STORE(known);
        }
        pthread_mutex_unlock(&mutex);
    }
    return known;
}

static void *use(void *unused) {
    (void)unused;
    return get_settings()->verbose == 3 ? NULL : unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, use, NULL);
    pthread_create(&threads[1], NULL, use, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
