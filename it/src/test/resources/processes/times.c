// The clocks of a process's CPU time begin with it, and its parent learns what it took from waits.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void compute(clock_t ticks) {
    clock_t begun = clock();
    while (clock() - begun < ticks) {
    }
}

static long microseconds(const struct rusage *used) {
    return (used->ru_utime.tv_sec + used->ru_stime.tv_sec) * 1000000 + used->ru_utime.tv_usec + used->ru_stime.tv_usec;
}

int main(void) {
    compute(CLOCKS_PER_SEC / 2);
    pid_t child = fork();
    if (child == 0) {
        assert(clock() < CLOCKS_PER_SEC / 4);
        compute(CLOCKS_PER_SEC / 10);
        exit(4);
    }
    struct tms times_before, times_after;
    struct rusage used, children;
    int status;
    times(&times_before);
    assert(times_before.tms_cutime + times_before.tms_cstime == 0);
    assert(wait4(child, &status, 0, &used) == child);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 4);
    times(&times_after);
    getrusage(RUSAGE_CHILDREN, &children);
    assert(microseconds(&used) >= 90000 && microseconds(&children) >= 90000);
    assert(times_after.tms_cutime + times_after.tms_cstime >= 9);
    assert(wait3(&status, 0, NULL) == -1);
    return 0;
}
