// A thread writes the byte behind a block, whatever the block's size: there is no room left behind one of a multiple of 16 bytes.
//
// heddle: verdict=bug kind=heap-overflow cause=heap-overflow args=-DSIZE=16
// heddle: verdict=bug kind=heap-overflow cause=heap-overflow args=-DSIZE=48
// heddle: verdict=bug kind=heap-overflow cause=heap-overflow args=-DSIZE=256
// heddle: verdict=bug kind=heap-overflow cause=heap-overflow args=-DSIZE=24
// heddle: verdict=bug kind=heap-overflow cause=heap-overflow args=-DSIZE=200000
// heddle: verdict=clean args=-DSIZE=200000 -DAT=199999
// heddle: verdict=bug kind=heap-overflow cause=heap-overflow args=-DSIZE=16 -DTEXT
// heddle: verdict=clean args=-DSIZE=17 -DTEXT
// heddle: verdict=clean args=-DSIZE=32 -DAT=31
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef AT
#define AT SIZE
#endif

static char *block;
static volatile long at = AT;

static void *use(void *unused) {
#ifdef TEXT
    sprintf(block, "%s", "0123456789abcdef");
#else
    block[at] = 1;
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    block = malloc(SIZE);
    pthread_create(&thread, NULL, use, NULL);
    pthread_join(thread, NULL);
    free(block);
    return 0;
}
