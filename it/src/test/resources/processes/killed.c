// A parent kills a child that waits for ever, and waits for it.
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
    pid_t p = fork();
    if (p == 0) { for (;;) pause(); }
    kill(p, SIGTERM);
    int s; assert(waitpid(p, &s, 0) == p);
    assert(WIFSIGNALED(s) && WTERMSIG(s) == SIGTERM);
    return 0;
}
