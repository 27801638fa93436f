/* Every program prints what each call returned; run natively and under Heddle it must print the same. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A call that returns an error number. */
#define CALL(expression) printf("%s: %s\n", #expression, error_name(expression))
/* A call that returns -1 and sets errno. */
#define CALL_ERRNO(expression) printf("%s: %s\n", #expression, error_name((expression) == 0 ? 0 : errno))
#define SHOW(expression) printf("%s = %ld\n", #expression, (long)(expression))

static inline const char *error_name(int error) {
    const char *name = error == PTHREAD_BARRIER_SERIAL_THREAD ? "SERIAL" : error ? strerrorname_np(error) : "0";
    return name ? name : "?";
}

static inline struct timespec in(clockid_t clock, long milliseconds) {
    struct timespec t;
    clock_gettime(clock, &t);
    t.tv_sec += milliseconds / 1000;
    t.tv_nsec += milliseconds % 1000 * 1000000;
    if (t.tv_nsec >= 1000000000) {
        t.tv_nsec -= 1000000000;
        t.tv_sec++;
    }
    return t;
}

static inline void run(void *(*routine)(void *), void *argument) {
    pthread_t thread;
    pthread_create(&thread, NULL, routine, argument);
    pthread_join(thread, NULL);
}
