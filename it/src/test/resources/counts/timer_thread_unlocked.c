// executions: 11, finding: assertion/assertion, options: --timeouts=any --coarser=none
// A timer function looks at what another thread takes away.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int open = 1;

static void tick(union sigval value) { assert(open); }

static void *worker(void *unused) {
    open = 0;
    return unused;
}

int main(void) {
    pthread_t thread;
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = tick};
    struct itimerspec soon = {.it_value = {1, 0}};
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &soon, NULL);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    timer_delete(timer);
    return 0;
}
