// A program with one thread runs a command within an atomic section of its own, which goes on behind it.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>
static int hits;
static void *hit(void *unused) {
    heddle_atomic_begin();
    hits++;
    heddle_atomic_end();
    return unused;
}
int main(void) {
    pthread_t thread;
    heddle_atomic_begin();
    if (system("true") != 0)
        return 1;
    heddle_atomic_end();
    pthread_create(&thread, NULL, hit, NULL);
    hit(NULL);
    pthread_join(thread, NULL);
    return 0;
}
