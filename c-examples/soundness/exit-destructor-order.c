// A destructor function frees what a thread that goes on still uses. The fix (-DFIXED): main waits for the thread.
//
// heddle: verdict=bug kind=use-after-free cause=use-after-free races=1
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <stdlib.h>

static int *number;

__attribute__((destructor)) static void tidy(void) { free(number); }

static void *use(void *unused) {
    ++*number;
    return unused;
}

int main(void) {
    pthread_t thread;
    number = calloc(1, sizeof *number);
    pthread_create(&thread, NULL, use, NULL);
#ifdef FIXED
    pthread_join(thread, NULL);
#endif
    return 0;
}
