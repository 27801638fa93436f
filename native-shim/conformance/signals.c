#include "conformance.h"

static volatile sig_atomic_t seen;
static sem_t go;

static void handler(int number) { seen = number; }

static void *waits(void *unused) {
    sem_wait(&go);
    return unused;
}

int main(void) {
    pthread_t thread;
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
    return 0;
}
