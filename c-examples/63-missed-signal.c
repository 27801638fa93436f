// The flag is looked at before the thread goes to sleep in pause(). A signal that is handled in between is lost: the classic
// reason why sigsuspend exists (-DRIGHT, clean).
//
//   heddle check 63-missed-signal.c
//   heddle check -DRIGHT 63-missed-signal.c
//
// heddle: verdict=bug kind=deadlock cause=signal
// heddle: verdict=clean args=-DRIGHT
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t woken;

static void handler(int number) { woken = number; }

static void *sleeper(void *unused) {
    sigset_t none;
    sigemptyset(&none);
#ifdef RIGHT
    while (!woken) {
        sigsuspend(&none); /* unblocks and waits at once */
    }
#else
    pthread_sigmask(SIG_SETMASK, &none, NULL); /* from here on it may be handled */
    if (!woken) {
        pause();
    }
#endif
    return unused;
}

int main(void) {
    struct sigaction action = {.sa_handler = handler};
    sigset_t usr;
    pthread_t thread;
    sigaction(SIGUSR1, &action, NULL);
    sigemptyset(&usr);
    sigaddset(&usr, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &usr, NULL);
    pthread_create(&thread, NULL, sleeper, NULL);
    pthread_kill(thread, SIGUSR1);
    pthread_join(thread, NULL);
    return 0;
}
