/* Prints without end, or with -DLINES so many lines and no more. */
#include <pthread.h>
#include <stdio.h>

static void *print(void *unused) {
#ifdef LINES
    for (int i = 0; i < LINES; i++) {
#else
    for (int i = 0;; i++) {
#endif
        printf("line %d: something that nobody wants to read\n", i);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, print, NULL);
    pthread_join(thread, NULL);
    return 0;
}
