// executions: 1
// executions: 1, finding: deadlock/descriptor, options: -DTWICE
// A timer's descriptor becomes readable once; whoever reads it again waits for ever. With TWICE, it is read twice.
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int timer;

static void *reader(void *unused) {
    uint64_t count;
    read(timer, &count, sizeof count);
#ifdef TWICE
    read(timer, &count, sizeof count);
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    struct itimerspec soon = {.it_value = {1, 0}};
    timer = timerfd_create(CLOCK_MONOTONIC, 0);
    timerfd_settime(timer, 0, &soon, NULL);
    pthread_create(&thread, NULL, reader, NULL);
    pthread_join(thread, NULL);
    return 0;
}
