// Processes that nobody controls: the program may begin a session of its own.
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static void *work(void *unused) { return unused; }

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    pid_t child = fork();
    if (child == 0) {
        setsid();
        _exit(0);
    }
    waitpid(child, NULL, 0);
    return 0;
}
