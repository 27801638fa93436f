#include "conformance.h"

#include <stdint.h>

static volatile sig_atomic_t seen;
static sem_t go;

static void handler(int number) { seen = number; }

static void *waits(void *unused) {
    sem_wait(&go);
    return unused;
}

static sem_t ready;
static void *is_interrupted(void *unused) {
    sem_post(&ready);
    return (void *)(intptr_t)(sem_wait(&go) == 0 ? 0 : errno);
}

/* Whether a wait that a handled signal comes to ends depends on SA_RESTART. */
static void interrupt(int flags) {
    struct sigaction action = {.sa_flags = flags};
    action.sa_handler = handler;
    CALL(sigaction(SIGUSR1, &action, NULL));
    pthread_t thread;
    seen = 0;
    pthread_create(&thread, NULL, is_interrupted, NULL);
    sem_wait(&ready);
    usleep(300000); /* natively it waits by then, on a loaded machine as well */
    CALL(pthread_kill(thread, SIGUSR1));
    usleep(300000);
    SHOW(seen == SIGUSR1);
    sem_post(&go);
    void *error;
    pthread_join(thread, &error);
    puts(error_name((int)(intptr_t)error));
    SHOW(sem_trywait(&go));
}

int main(void) {
    pthread_t thread;
    sem_init(&ready, 0, 0);
    sem_init(&go, 0, 0);
    signal(SIGUSR1, handler);
    pthread_create(&thread, NULL, waits, NULL);
    CALL(pthread_kill(thread, 0));
    CALL(pthread_kill(thread, 4711));
    CALL(pthread_kill(pthread_self(), SIGUSR1));
    SHOW(seen == SIGUSR1);
    sigset_t set, before;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    CALL(pthread_sigmask(SIG_BLOCK, &set, &before));
    seen = 0;
    CALL(pthread_kill(pthread_self(), SIGUSR1));
    SHOW(seen);
    CALL(pthread_sigmask(SIG_SETMASK, &before, NULL));
    SHOW(seen == SIGUSR1);
    sem_post(&go);
    pthread_join(thread, NULL);
    interrupt(0);
    interrupt(SA_RESTART);
    return 0;
}
