// executions: 13, finding: assertion/assertion
// A signal that comes while its handler runs is handled when that has returned.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int handled;

static void handler(int number) {
    (void)number;
    atomic_fetch_add(&handled, 1);
}

static void *raises(void *unused) {
    raise(SIGUSR1);
    assert(atomic_load(&handled) == 1);
    return unused;
}

int main(void) {
    signal(SIGUSR1, handler);
    pthread_t thread;
    pthread_create(&thread, NULL, raises, NULL);
    pthread_kill(thread, SIGUSR1);
    pthread_join(thread, NULL);
    return 0;
}
