// executions: 5, finding: assertion/assertion
// As poll_on_nothing.c, in the older manner.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/select.h>

static atomic_int done;

static void *work(void *unused) {
    atomic_store(&done, 1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    struct timeval moment = {.tv_usec = 100000};
    select(0, NULL, NULL, NULL, &moment);
    assert(atomic_load(&done));
    pthread_join(thread, NULL);
    return 0;
}
