#include "conformance.h"

#include <sys/time.h>
#include <stdint.h>
#include <sys/timerfd.h>

static volatile sig_atomic_t count, code, number, value;

static void handler(int signal, siginfo_t *info, void *context) {
    count++;
    number = signal;
    code = info->si_code;
    value = info->si_value.sival_int;
}

static volatile int called;
static sem_t posted;

static void function(union sigval with) {
    called = with.sival_int;
    sem_post(&posted);
}

static void intervals(void) {
    struct itimerval setting = {{0, 0}, {5, 0}}, before, bad = {{0, 0}, {0, 1000000}};
    CALL_ERRNO(setitimer(ITIMER_REAL, &setting, NULL));
    CALL_ERRNO(getitimer(ITIMER_REAL, &before));
    SHOW(before.it_value.tv_sec >= 4);
    CALL_ERRNO(setitimer(ITIMER_REAL, &bad, NULL));
    CALL_ERRNO(setitimer(77, &setting, NULL));
    CALL_ERRNO(getitimer(77, &before));
    SHOW(alarm(20));
    SHOW(alarm(0));
    SHOW(alarm(0));
    SHOW(ualarm(0, 0));
}

static void alarms(void) {
    SHOW(alarm(1));
    SHOW(sleep(3) >= 1);
    SHOW(count);
    SHOW(number == SIGALRM);
    SHOW(code == SI_KERNEL);
    setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 20000}}, NULL);
    SHOW(pause());
    SHOW(count);
}

static void timers(void) {
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1, .sigev_value.sival_int = 42};
    struct itimerspec setting = {.it_value = {0, 20000000}}, left, bad = {.it_value = {0, 1000000000}}, none = {0};
    CALL_ERRNO(timer_create(CLOCK_MONOTONIC, &event, &timer));
    CALL_ERRNO(timer_settime(timer, 0, &bad, NULL));
    CALL_ERRNO(timer_gettime(timer, &left));
    SHOW(left.it_value.tv_sec == 0 && left.it_value.tv_nsec == 0);
    CALL_ERRNO(timer_settime(timer, 0, &setting, NULL));
    SHOW(pause());
    SHOW(number == SIGUSR1);
    SHOW(code == SI_TIMER);
    SHOW(value);
    SHOW(timer_getoverrun(timer));
    setting = (struct itimerspec){.it_value = {100, 0}, .it_interval = {7, 0}};
    CALL_ERRNO(timer_settime(timer, 0, &setting, &left));
    SHOW(left.it_value.tv_sec == 0 && left.it_value.tv_nsec == 0);
    CALL_ERRNO(timer_settime(timer, 0, &none, &left));
    SHOW(left.it_value.tv_sec >= 99);
    SHOW(left.it_interval.tv_sec);
    CALL_ERRNO(timer_delete(timer));
    CALL_ERRNO(timer_create(99, &event, &timer));
    event.sigev_signo = 1000;
    CALL_ERRNO(timer_create(CLOCK_MONOTONIC, &event, &timer));
    event.sigev_notify = 77;
    CALL_ERRNO(timer_create(CLOCK_MONOTONIC, &event, &timer));
}

static void thread_timers(void) {
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = function, .sigev_value.sival_int = 7};
    struct itimerspec setting = {.it_value = {0, 20000000}};
    CALL_ERRNO(timer_create(CLOCK_REALTIME, &event, &timer));
    CALL_ERRNO(timer_settime(timer, 0, &setting, NULL));
    while (sem_wait(&posted) != 0) {
    }
    SHOW(called);
    CALL_ERRNO(timer_delete(timer));
    struct timespec past = {1, 0};
    setting.it_value = past;
    CALL_ERRNO(timer_create(CLOCK_REALTIME, &event, &timer));
    CALL_ERRNO(timer_settime(timer, TIMER_ABSTIME, &setting, NULL));
    CALL_ERRNO(sem_wait(&posted));
    CALL_ERRNO(timer_delete(timer));
}

static void descriptors(void) {
    uint64_t expiries = 0;
    struct itimerspec setting = {.it_value = {0, 20000000}}, left, bad = {.it_value = {0, -1}};
    int fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    SHOW(fd >= 0);
    SHOW(read(fd, &expiries, sizeof expiries));
    SHOW(errno == EAGAIN);
    CALL_ERRNO(timerfd_settime(fd, 0, &bad, NULL));
    CALL_ERRNO(timerfd_settime(1000, 0, &setting, NULL));
    CALL_ERRNO(timerfd_settime(fd, 0, &setting, NULL));
    fcntl(fd, F_SETFL, 0);
    SHOW(read(fd, &expiries, sizeof expiries));
    SHOW(expiries);
    CALL_ERRNO(timerfd_gettime(fd, &left));
    SHOW(left.it_value.tv_nsec);
    CALL_ERRNO(close(fd));
    CALL_ERRNO(timerfd_create(CLOCK_THREAD_CPUTIME_ID, 0) < 0);
    CALL_ERRNO(timerfd_create(CLOCK_MONOTONIC, 1 << 20) < 0);
}

static void *all(void *unused) {
    intervals();
    alarms();
    timers();
    thread_timers();
    descriptors();
    return unused;
}

/* A timer is there until the last descriptor of it is closed. */
static void copies(void) {
    struct itimerspec soon = {.it_value = {0, 1000000}};
    uint64_t expiries;
    int first = timerfd_create(CLOCK_MONOTONIC, 0), second = dup(first), third = dup2(second, 99);
    CALL_ERRNO(timerfd_settime(second, 0, &soon, NULL));
    CALL_ERRNO(close(first));
    SHOW(read(third, &expiries, sizeof expiries));
    SHOW(expiries);
    CALL_ERRNO(close(second));
    CALL_ERRNO(timerfd_settime(third, 0, &soon, NULL));
    SHOW(dup2(0, third));
    CALL_ERRNO(timerfd_settime(third, 0, &soon, NULL));
}

int main(void) {
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
    sigset_t set;
    sigaction(SIGALRM, &action, NULL);
    sigaction(SIGUSR1, &action, NULL);
    sem_init(&posted, 0, 0);
    all(NULL);
    copies();
    return 0;
}
