// Two threads count in a table, each in its own row, so they think.
// The fix (-DFIXED): rows of their own.
//
//   heddle check races/10-array-index.c
//   heddle check -DFIXED races/10-array-index.c
//
// heddle: verdict=bug kind=data-race cause=write-write
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>

static struct row {
    int key;
    long count;
} table[4];

static void *reset(void *row) {
    ((struct row *)row)->count = 0;
    return NULL;
}

int main(void) {
    pthread_t thread;
#ifdef FIXED
    pthread_create(&thread, NULL, reset, &table[2]);
#else
    pthread_create(&thread, NULL, reset, &table[3]);
#endif
    table[3].count = 1;
    pthread_join(thread, NULL);
    return 0;
}
