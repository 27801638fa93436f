// A process of vfork has ended once vfork returns in its parent, so that a wait which does not block finds it. With -DBUG that is said of fork. With
// -DHANDLED, SIGCHLD tells of it; with -DBESIDE a thread goes on meanwhile.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef BUG
#define vfork fork
#endif
static volatile sig_atomic_t told;
static _Atomic int step;
static void tell(int number) {
    told = number;
}
static void *work(void *unused) {
    step = 1;
    step = 2;
    return unused;
}
int main(void) {
    pthread_t thread;
#ifdef HANDLED
    signal(SIGCHLD, tell);
#endif
#ifdef BESIDE
    pthread_create(&thread, NULL, work, NULL);
#endif
    pid_t child = vfork();
    if (child == 0) {
        _exit(3);
    }
#ifdef HANDLED
    assert(told == SIGCHLD);
#endif
    int status;
    assert(waitpid(child, &status, WNOHANG) == child && WIFEXITED(status) && WEXITSTATUS(status) == 3);
#ifdef BESIDE
    pthread_join(thread, NULL);
#endif
    (void)thread, (void)work, (void)tell;
    return 0;
}
