// A block that realloc has made larger is another one, wherever that lies: the old pointer is used no more. The fix (-DFIXED) uses the
// new one.
//
// heddle: verdict=bug kind=use-after-free cause=use-after-free args=-DSIZE=100
// heddle: verdict=bug kind=use-after-free cause=use-after-free args=-DSIZE=100000
// heddle: verdict=clean args=-DSIZE=100 -DFIXED
#include <pthread.h>
#include <stdlib.h>

static char *old, *block;

static void *use(void *unused) {
    block = realloc(old, SIZE);
#ifdef FIXED
    block[0] = 1;
#else
    old[0] = 1;
#endif
    free(block);
    return unused;
}

int main(void) {
    pthread_t thread;
    old = malloc(16);
    pthread_create(&thread, NULL, use, NULL);
    pthread_join(thread, NULL);
    return 0;
}
