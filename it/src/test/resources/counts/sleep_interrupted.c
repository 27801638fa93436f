// executions: 6, finding: assertion/assertion
// A signal ends a sleep, though its handler restarts other calls.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

static void handler(int number) { (void)number; }

static void *sleeps(void *unused) {
    struct timespec second = {1, 0}, left = {0, 0};
    int result = nanosleep(&second, &left);
    assert(result == 0);
    return unused;
}

int main(void) {
    signal(SIGUSR1, handler);
    pthread_t thread;
    pthread_create(&thread, NULL, sleeps, NULL);
    pthread_kill(thread, SIGUSR1);
    pthread_join(thread, NULL);
    return 0;
}
