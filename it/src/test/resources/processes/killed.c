// A parent kills a child that waits for ever, and waits for it. -DSIGNAL=SIGABRT: so that it looks like a crash, which it is not.
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
#ifndef SIGNAL
#define SIGNAL SIGTERM
#endif
int main(void) {
    pid_t p = fork();
    if (p == 0) { for (;;) pause(); }
    kill(p, SIGNAL);
    int s; assert(waitpid(p, &s, 0) == p);
    assert(WIFSIGNALED(s) && WTERMSIG(s) == SIGNAL);
    return 0;
}
