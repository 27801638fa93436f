// Processes that nobody controls: one of them runs a command.
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void *work(void *unused) { return unused; }

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    pid_t child = fork();
    if (child == 0) {
        _exit(system("true"));
    }
    waitpid(child, NULL, 0);
    return 0;
}
