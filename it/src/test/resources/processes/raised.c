// A child raises a signal of its own, or with -DAB sends itself SIGABRT, which is a crash.
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
    pid_t p = fork();
    if (p == 0) { raise(SIGUSR1); _exit(1); }
    int st; assert(waitpid(p, &st, 0) == p); assert(WIFSIGNALED(st) && WTERMSIG(st) == SIGUSR1);
#ifdef AB
    p = fork();
    if (p == 0) { kill(getpid(), SIGABRT); _exit(1); }
    assert(waitpid(p, &st, 0) == p);
#endif
    return 0;
}
