#include "conformance.h"

#include <sys/resource.h>
#include <sys/times.h>

static void *reads(void *unused) {
    struct timespec t, zero = {0, 0}, bad = {0, 1000000000}, before = {-1, 0};
    clockid_t clock;
    CALL_ERRNO(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t));
    SHOW(t.tv_sec);
    CALL(pthread_getcpuclockid(pthread_self(), &clock));
    CALL_ERRNO(clock_gettime(clock, &t));
    SHOW(t.tv_sec);
    CALL_ERRNO(clock_getcpuclockid(0, &clock));
    CALL_ERRNO(clock_gettime(clock, &t));
    SHOW(t.tv_sec);
    CALL_ERRNO(clock_gettime(99, &t));
    CALL_ERRNO(clock_gettime(10, &t));
    CALL_ERRNO(clock_getres(99, &t));
    CALL_ERRNO(clock_getres(CLOCK_MONOTONIC, &t));
    SHOW(t.tv_nsec);
    CALL(clock_nanosleep(99, 0, &zero, NULL));
    CALL(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &zero, NULL));
    CALL(clock_nanosleep(CLOCK_MONOTONIC, 0, &bad, NULL));
    CALL(clock_nanosleep(CLOCK_MONOTONIC, 0, &before, NULL));
    CALL(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &zero, NULL));
    CALL(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &zero, NULL));
    CALL(clock_nanosleep(CLOCK_MONOTONIC_COARSE, 0, &zero, NULL));
    CALL(clock_nanosleep(CLOCK_MONOTONIC_RAW, 0, &zero, NULL));
    CALL_ERRNO(nanosleep(&bad, NULL));
    CALL_ERRNO(nanosleep(&before, NULL));
    return unused;
}

int main(void) {
    struct rusage used;
    struct timespec t;
    usleep(200000);
    run(reads, NULL);
    SHOW(clock() < CLOCKS_PER_SEC / 5);
    CALL_ERRNO(getrusage(RUSAGE_SELF, &used));
    SHOW(used.ru_utime.tv_sec);
    CALL_ERRNO(getrusage(RUSAGE_THREAD, &used));
    SHOW(used.ru_utime.tv_sec);
    CALL_ERRNO(getrusage(77, &used));
    SHOW(times(NULL) > 0);
    SHOW(timespec_get(&t, TIME_UTC) == TIME_UTC);
    SHOW(timespec_get(&t, 77));
    return 0;
}
