// Timers of processes: a new one has none of its parent's, and its own send their signals to it. -DPOSIX: those of timer_create. -DKILLED:
// an alarm that nobody handles ends a process that pauses. -DBUG: one that sleeps with a lock.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t ticks;

static void tick(int number) { ticks += number != 0; }

#if defined BUG || defined KILLED

int main(void) {
    pthread_mutex_t *lock = mmap(NULL, sizeof *lock, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_t shared;
    pthread_mutexattr_init(&shared);
    pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(lock, &shared);
    pid_t child = fork();
    if (child == 0) {
        alarm(1);
#ifdef BUG
        pthread_mutex_lock(lock);
        sleep(2);
        pthread_mutex_unlock(lock);
#else
        pause();
#endif
        exit(3);
    }
    int status;
    assert(waitpid(child, &status, 0) == child);
    assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM);
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
    return 0;
}

#elif defined POSIX

static volatile sig_atomic_t value;

static void take(int number, siginfo_t *info, void *context) {
    (void)number, (void)context;
    value = info->si_value.sival_int;
}

static timer_t made(int value_of_signal) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1, .sigev_value.sival_int = value_of_signal};
    timer_t timer;
    assert(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
    return timer;
}

int main(void) {
    struct itimerspec soon = {.it_value = {0, 1000000}};
    struct sigaction action = {.sa_sigaction = take, .sa_flags = SA_SIGINFO};
    sigaction(SIGUSR1, &action, NULL);
    timer_t parents = made(7);
    pid_t child = fork();
    if (child == 0) {
        assert(timer_settime(parents, 0, &soon, NULL) == -1);
        timer_settime(made(9), 0, &soon, NULL);
        while (!value) {
            pause();
        }
        exit(value == 9 ? 4 : 5);
    }
    timer_settime(parents, 0, &soon, NULL);
    while (!value) {
        pause();
    }
    assert(value == 7);
    int status;
    assert(waitpid(child, &status, 0) == child);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 4);
    return 0;
}

#else

int main(void) {
    struct itimerval often = {{0, 1000}, {0, 1000}}, left;
    signal(SIGALRM, tick);
    setitimer(ITIMER_REAL, &often, NULL);
    pid_t child = fork();
    if (child == 0) {
        getitimer(ITIMER_REAL, &left);
        assert(left.it_value.tv_sec == 0 && left.it_value.tv_usec == 0);
        ticks = 0;
        setitimer(ITIMER_REAL, &often, NULL);
        while (ticks < 2) {
            pause();
        }
        exit(4);
    }
    while (ticks < 2) {
        pause();
    }
    int status;
    while (waitpid(child, &status, 0) < 0) {
    }
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 4);
    return 0;
}

#endif
