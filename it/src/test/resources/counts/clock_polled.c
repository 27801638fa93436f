// executions: 14
// executions: 14, finding: exit-code/status-1, options: -DLATE
// A thread that polls a clock comes to its deadline after a few readings, and sees what others do before it or not. With LATE, the
// program fails where its deadline comes first.
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int done;

static void *worker(void *unused) {
    done = 1;
    return unused;
}

static long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    long deadline = now() + 5;
    while (!done && now() < deadline) {
    }
    int late = !done;
    pthread_join(thread, NULL);
#ifdef LATE
    return late;
#else
    return 0;
#endif
}
