/* One thread for each argument. An argument that is a number: so many operations on one object, none of which blocks. "try":
 * one attempt to take a lock, given back if it succeeds. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_cond_t object = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument)
{
    if (strcmp(argument, "try") == 0) {
        if (pthread_mutex_trylock(&lock) == 0) {
            pthread_mutex_unlock(&lock);
        }
        return NULL;
    }
    for (int left = atoi(argument); left > 0; left--) {
        pthread_cond_signal(&object);
    }
    return NULL;
}

int main(int count, char **arguments)
{
    pthread_t threads[16];
    for (int t = 1; t < count; t++) {
        pthread_create(&threads[t], NULL, run, arguments[t]);
    }
    for (int t = 1; t < count; t++) {
        pthread_join(threads[t], NULL);
    }
    return 0;
}
