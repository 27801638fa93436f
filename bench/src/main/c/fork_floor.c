/* The floor: how often a second a small dynamically linked program can fork a child that exits at once, and wait for it.
 * usage: fork_floor CORES: so many processes do so at the same time, each on a core of its own. Prints the median of five rounds
 * in all. What it gains from a second core, an exploration can gain at best: cores may share more than their name says. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS 5
#define FORKS 2000

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double one_round(void) {
    double start = now();
    for (int i = 0; i < FORKS; i++) {
        pid_t child = fork();
        if (child == 0) {
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
    return FORKS / (now() - start);
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median rate of this process on that core, into the pipe. */
static void measure(int core, int to) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    sched_setaffinity(0, sizeof one, &one);
    double rates[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        rates[i] = one_round();
    }
    qsort(rates, ROUNDS, sizeof *rates, ascending);
    if (write(to, &rates[ROUNDS / 2], sizeof *rates) != sizeof *rates) {
        _exit(1);
    }
}

int main(int count, char **arguments) {
    int cores = count > 1 ? atoi(arguments[1]) : 1;
    int ends[2];
    if (pipe(ends) != 0) {
        return 1;
    }
    for (int core = 0; core < cores; core++) {
        pid_t child = fork();
        if (child < 0) {
            return 1;
        }
        if (child == 0) {
            measure(core, ends[1]);
            _exit(0);
        }
    }
    double sum = 0;
    for (int core = 0; core < cores; core++) {
        double rate;
        if (read(ends[0], &rate, sizeof rate) != sizeof rate) {
            return 1;
        }
        sum += rate;
    }
    printf("%.0f\n", sum);
    return 0;
}
