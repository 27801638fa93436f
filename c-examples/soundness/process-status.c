// The parent exits with its child's status, which is the child's affair.
//
// heddle: verdict=bug kind=exit-code cause=status-7
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static void *work(void *unused) { return unused; }

int main(void) {
    pthread_t thread;
    int status;
    if (fork() == 0) {
        _exit(7);
    }
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    wait(&status);
    return WEXITSTATUS(status);
}
