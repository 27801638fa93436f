/* Calls strlen with no string on line 8. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char *volatile string;

static void *length(void *unused) { printf("%zu\n", strlen(string)); return unused; }

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, length, NULL);
    pthread_join(thread, NULL);
    return 0;
}
