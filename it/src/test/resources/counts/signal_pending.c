// executions: 4, finding: assertion/assertion
// A signal may come at any time before the thread looks which are pending.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static void handler(int number) { (void)number; }

static void *looks(void *unused) {
    sigset_t set;
    sigpending(&set);
    assert(!sigismember(&set, SIGUSR1));
    return unused;
}

int main(void) {
    signal(SIGUSR1, handler);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_t thread;
    pthread_create(&thread, NULL, looks, NULL);
    pthread_kill(thread, SIGUSR1);
    pthread_join(thread, NULL);
    return 0;
}
