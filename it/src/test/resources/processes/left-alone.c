// Processes that nobody controls: the program may set an alarm.
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
        alarm(1);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    return 0;
}
