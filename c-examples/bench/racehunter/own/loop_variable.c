// Every thread gets a pointer to the loop's variable, which goes on counting.
//
// heddle: verdict=bug kind=assertion cause=assertion races
// heddle: verdict=bug kind=assertion cause=assertion races args=--bound switches=2
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *number_is_small(void *number) {
    int own = *(int *)number;
    assert(own < 2);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    int i;
    for (i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, number_is_small, &i);
    }
    for (int k = 0; k < 2; k++) {
        pthread_join(threads[k], NULL);
    }
    return 0;
}
