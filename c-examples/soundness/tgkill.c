// With tgkill, as with pthread_kill, the handler runs wherever its thread is: here where that holds the lock, which the handler wants, too.
//
// heddle: verdict=bug kind=deadlock cause=self-lock
// heddle: verdict=clean args=-DFIXED
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic pid_t number;

static void handler(int signal) {
    (void)signal;
#ifndef FIXED
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
#endif
}

static void *target(void *unused) {
    atomic_store(&number, gettid());
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    struct sigaction action = {.sa_handler = handler};
    sigaction(SIGUSR1, &action, NULL);
    pthread_t thread;
    pthread_create(&thread, NULL, target, NULL);
    pid_t to = atomic_load(&number);
    if (to) {
        tgkill(getpid(), to, SIGUSR1);
    }
    pthread_join(thread, NULL);
    return 0;
}
