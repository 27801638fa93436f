// executions: 13, finding: deadlock/self-lock
// executions: 15, options: -DBLOCKED
// A signal comes while its thread computes, and the handler takes the lock that the thread holds. With BLOCKED, the signal is blocked
// while the lock is held.
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void add(int number) {
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
}

static void *sender(void *target) {
    pthread_kill(*(pthread_t *)target, SIGUSR1);
    return NULL;
}

int main(void) {
    pthread_t thread, self = pthread_self();
    struct sigaction action = {.sa_handler = add};
    sigaction(SIGUSR1, &action, NULL);
    pthread_create(&thread, NULL, sender, &self);
#ifdef BLOCKED
    sigset_t set, before;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, &before);
#endif
    add(0);
#ifdef BLOCKED
    pthread_sigmask(SIG_SETMASK, &before, NULL);
#endif
    pthread_join(thread, NULL);
    return 0;
}
