#include "conformance.h"

#include <poll.h>

static sigset_t usr;
static sem_t ready;
static volatile sig_atomic_t handled;
static int ends[2];
static pthread_t reader;

static void handler(int number) { handled = number; }

static void *waits(void *unused) {
    int number = 0;
    sem_post(&ready);
    CALL(sigwait(&usr, &number));
    SHOW(number == SIGUSR1);
    siginfo_t info;
    SHOW(sigwaitinfo(&usr, &info) == SIGUSR2);
    SHOW(info.si_signo == SIGUSR2);
    return unused;
}

static void *is_interrupted(void *unused) {
    char byte;
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
    sem_post(&ready);
    SHOW(read(ends[0], &byte, 1) == -1 && errno == EINTR);
    SHOW(handled == SIGUSR1);
    return unused;
}

static void *inherits(void *unused) {
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    SHOW(sigismember(&mask, SIGUSR1));
    SHOW(sigismember(&mask, SIGHUP));
    return unused;
}

int main(void) {
    pthread_t thread;
    sem_init(&ready, 0, 0);
    sigemptyset(&usr);
    sigaddset(&usr, SIGUSR1);
    sigaddset(&usr, SIGUSR2);
    CALL(pthread_sigmask(SIG_BLOCK, &usr, NULL));
    CALL(pthread_sigmask(4711, &usr, NULL));
    run(inherits, NULL);
    pthread_create(&thread, NULL, waits, NULL);
    sem_wait(&ready);
    int killed = pthread_kill(thread, SIGUSR1);
    int sent = kill(getpid(), SIGUSR2);
    pthread_join(thread, NULL);
    CALL(killed);
    CALL(sent);

    siginfo_t info;
    struct timespec soon = {0, 1000000}, now = {0, 0};
    SHOW(sigtimedwait(&usr, &info, &now) == -1 && errno == EAGAIN);
    SHOW(sigtimedwait(&usr, &info, &soon) == -1 && errno == EAGAIN);
    CALL_ERRNO(raise(SIGUSR1));
    sigset_t pending;
    CALL_ERRNO(sigpending(&pending));
    SHOW(sigismember(&pending, SIGUSR1));
    SHOW(sigtimedwait(&usr, &info, &now) == SIGUSR1);

    struct sigaction action = {.sa_handler = handler};
    CALL_ERRNO(sigaction(SIGUSR1, &action, NULL));
    CALL_ERRNO(raise(SIGUSR1));
    SHOW(handled);
    CALL(pthread_sigmask(SIG_UNBLOCK, &usr, NULL));
    SHOW(handled == SIGUSR1);
    handled = 0;
    CALL_ERRNO(raise(SIGUSR1));
    SHOW(handled == SIGUSR1);
    handled = 0;
    CALL(pthread_sigmask(SIG_BLOCK, &usr, NULL));

    CALL_ERRNO(pipe(ends));
    pthread_create(&reader, NULL, is_interrupted, NULL);
    sem_wait(&ready);
    usleep(300000); /* natively it waits by then, on a loaded machine as well */
    pthread_kill(reader, SIGUSR1);
    pthread_join(reader, NULL);

    sigset_t none;
    sigemptyset(&none);
    handled = 0;
    raise(SIGUSR1);
    SHOW(sigsuspend(&none) == -1 && errno == EINTR);
    SHOW(handled == SIGUSR1);
    handled = 0;
    kill(getpid(), SIGUSR1); /* pending for the process, as all threads block it */
    SHOW(handled);
    SHOW(sigsuspend(&none) == -1 && errno == EINTR);
    SHOW(handled == SIGUSR1);
    handled = 0;
    kill(getpid(), SIGUSR1);
    SHOW(ppoll(NULL, 0, &soon, &none) == -1 && errno == EINTR);
    SHOW(handled == SIGUSR1);
    return 0;
}
