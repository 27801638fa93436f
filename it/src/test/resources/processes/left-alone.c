// A process that was forked runs a command, and ends with its status. With -DPIPE the two share a pipe: nobody controls them.
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void *work(void *unused) { return unused; }

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
#ifdef PIPE
    int ends[2];
    if (pipe(ends) != 0)
        return 1;
#endif
    pid_t child = fork();
    if (child == 0) {
        _exit(system("true"));
    }
    waitpid(child, NULL, 0);
    return 0;
}
