/* A thread forks a child that stays for long; nobody waits for it. */
#include <pthread.h>
#include <sys/inotify.h>
#include <unistd.h>

static void *fork_one(void *unused) {
    if (fork() == 0) {
        for (inotify_init();;) { /* nobody controls the processes of a program that calls this */
            pause();
        }
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, fork_one, NULL);
    pthread_join(thread, NULL);
    return 0;
}
