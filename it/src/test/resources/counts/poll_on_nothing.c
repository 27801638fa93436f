// executions: 5, finding: assertion/assertion
// A poll that watches nothing is a sleep: other threads may be slower than it, not only when nothing else can happen.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int done;

static void *work(void *unused) {
    atomic_store(&done, 1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    poll(NULL, 0, 100);
    assert(atomic_load(&done));
    pthread_join(thread, NULL);
    return 0;
}
