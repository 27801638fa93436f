// One thread that does nothing: what a whole check costs at least.
//
// heddle: verdict=clean executions=1
#include <pthread.h>

static void *nothing(void *unused) {
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_join(thread, NULL);
    return 0;
}
