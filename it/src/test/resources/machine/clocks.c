/* usage: clocks WHAT: two threads, one of which sets a clock. The program guards the machine's clock by itself: what comes to the kernel
 * fails with ENOSYS there. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define GUARDED(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS)

__attribute__((constructor)) static void guard(void) {
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        GUARDED(SYS_clock_settime), GUARDED(SYS_settimeofday), GUARDED(SYS_adjtimex), GUARDED(SYS_clock_adjtime),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0) {
        _exit(99);
    }
}

#define SET 2000000000 /* seconds: a moment of the year 2033 */

static const char *what;
static sem_t semaphore;

static time_t now(void) {
    struct timespec time;
    assert(clock_gettime(CLOCK_REALTIME, &time) == 0);
    return time.tv_sec;
}

static int set(void) { return clock_settime(CLOCK_REALTIME, &(struct timespec){.tv_sec = SET}); }

static void sets_and_reads(void) {
    struct timespec monotonic;
    assert(set() == 0);
    assert(now() == SET);
    assert(time(NULL) == SET);
    struct timeval day;
    assert(gettimeofday(&day, NULL) == 0 && day.tv_sec == SET);
    assert(clock_gettime(CLOCK_MONOTONIC, &monotonic) == 0 && monotonic.tv_sec < SET / 2);
    day.tv_sec = SET / 2;
    assert(settimeofday(&day, NULL) == 0 && now() == SET / 2);
    assert(syscall(SYS_clock_settime, CLOCK_REALTIME, &(struct timespec){.tv_sec = SET}) == 0 && now() == SET);
    struct timex timex = {.modes = ADJ_SETOFFSET, .time = {.tv_sec = 1000}};
    assert(adjtimex(&timex) >= 0 && now() == SET + 1000 && timex.time.tv_sec == SET + 1000);
    timex = (struct timex){0};
    assert(adjtimex(&timex) >= 0 && timex.time.tv_sec == SET + 1000 && timex.tick == 10000);
}

static void wrong(void) {
    assert(clock_settime(CLOCK_MONOTONIC, &(struct timespec){.tv_sec = SET}) == -1 && errno == EINVAL);
    assert(clock_settime(CLOCK_REALTIME, &(struct timespec){.tv_sec = -1}) == -1 && errno == EINVAL);
    assert(clock_settime(CLOCK_REALTIME, &(struct timespec){.tv_sec = SET, .tv_nsec = 1000000000}) == -1 && errno == EINVAL);
    assert(clock_settime(99, &(struct timespec){.tv_sec = SET}) == -1 && errno == EINVAL);
    assert(now() != SET);
}

/* A thread may give up the right, and the clock stays as it is. */
static void without_right(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[2];
    assert(syscall(SYS_capget, &header, data) == 0);
    data[0].effective &= ~(1u << CAP_SYS_TIME);
    assert(syscall(SYS_capset, &header, data) == 0);
    assert(set() == -1 && errno == EPERM && now() < SET);
}

static void waits(void) {
    assert(set() == 0);
    struct timespec limit = {.tv_sec = SET + 5};
    assert(sem_timedwait(&semaphore, &limit) == -1 && errno == ETIMEDOUT);
    assert(now() >= SET + 5 && now() < SET + 3600);
}

static void *work(void *unused) {
    if (strcmp(what, "reads") == 0) {
        sets_and_reads();
    } else if (strcmp(what, "wrong") == 0) {
        wrong();
    } else if (strcmp(what, "right") == 0) {
        without_right();
    } else if (strcmp(what, "waits") == 0) {
        waits();
    } else {
        assert(set() == 0);
    }
    return unused;
}

int main(int count, char **arguments) {
    (void)count;
    what = arguments[1];
    sem_init(&semaphore, 0, 0);
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (strcmp(what, "before") == 0) {
        assert(now() >= SET);
    } else if (strcmp(what, "after") == 0) {
        assert(now() < SET);
    } else if (strcmp(what, "awaited") == 0) {
        sem_timedwait(&semaphore, &(struct timespec){.tv_sec = SET});
    }
    pthread_join(thread, NULL);
    return 0;
}
