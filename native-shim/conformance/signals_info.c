#include "conformance.h"

static volatile sig_atomic_t code, value, mine, runs;

static void handler(int number, siginfo_t *info, void *context) {
    runs++;
    code = info->si_code;
    value = info->si_value.sival_int;
    mine = info->si_pid == getpid();
}

#define SENT(call) \
    do { \
        CALL(call); \
        printf("  code %d, mine %d, runs %d\n", (int)code, (int)mine, (int)runs); \
    } while (0)

static void *waits(void *unused) {
    sigset_t set;
    siginfo_t info;
    struct timespec none = {0, 0}, bad = {0, 1000000000}, before = {-1, 0}, soon = {0, 1000000};
    sigemptyset(&set);
    sigaddset(&set, SIGRTMIN);
    sigaddset(&set, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    for (int i = 1; i <= 3; i++) {
        CALL(pthread_sigqueue(pthread_self(), SIGRTMIN, (union sigval){.sival_int = i}));
        CALL(pthread_kill(pthread_self(), SIGUSR2));
    }
    int number;
    while ((number = sigtimedwait(&set, &info, &none)) > 0) {
        printf("number %d, code %d, value %d\n", number == SIGRTMIN ? 1000 : number, info.si_code,
               info.si_code == SI_QUEUE ? info.si_value.sival_int : 0);
    }
    SHOW(errno == EAGAIN);
    SHOW(sigtimedwait(&set, &info, &soon));
    SHOW(errno == EAGAIN);
    SHOW(sigtimedwait(&set, &info, &bad));
    SHOW(errno == EINVAL);
    SHOW(sigtimedwait(&set, &info, &before));
    SHOW(errno == EINVAL);
    return unused;
}

int main(void) {
    static const int numbers[] = {SIGUSR1, SIGABRT, SIGILL, SIGBUS, SIGFPE, SIGSEGV, SIGPIPE, SIGTERM};
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        sigaction(numbers[i], &action, NULL);
        SENT(kill(getpid(), numbers[i]));
        SENT(raise(numbers[i]));
        SENT(pthread_kill(pthread_self(), numbers[i]));
        SENT(sigqueue(getpid(), numbers[i], (union sigval){.sival_int = 77}));
        SHOW(value);
        SENT(pthread_sigqueue(pthread_self(), numbers[i], (union sigval){.sival_int = 78}));
        SHOW(value);
        SENT(tgkill(getpid(), gettid(), numbers[i]));
    }
    int ends[2];
    pipe(ends);
    close(ends[0]);
    SHOW(write(ends[1], "x", 1));
    SHOW(errno == EPIPE);
    SHOW(runs);
    CALL(pthread_kill(pthread_self(), 1000));
    CALL_ERRNO(sigqueue(getpid(), 1000, (union sigval){0}));
    CALL_ERRNO(kill(getpid(), 1000));
    CALL_ERRNO(raise(1000));
    run(waits, NULL);
    return 0;
}
