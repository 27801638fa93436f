/* Prints for longer than anybody waits, or with -DLINES so many lines. */
#include <pthread.h>
#include <stdio.h>

#ifndef LINES
#define LINES 4000000000u
#endif

static void *print(void *unused) {
    for (unsigned i = 0; i < LINES; i++) {
        printf("line %u: something that nobody wants to read\n", i);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, print, NULL);
    pthread_join(thread, NULL);
    return 0;
}
