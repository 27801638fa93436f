// The only thread of a forked process calls pthread_exit: the process exits, with its handlers. -DMAIN: main has forked.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void leave(void) { _exit(7); }

static void *work(void *unused) {
    pid_t child = fork();
    if (child == 0) {
        atexit(leave);
        pthread_exit(NULL);
    }
    int status;
    assert(waitpid(child, &status, 0) == child);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    return unused;
}

int main(void) {
#ifdef MAIN
    work(NULL);
#endif
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
