// Once a wait has returned, the handler of SIGCHLD has run.
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <errno.h>
static volatile sig_atomic_t got;
static void on(int n) { (void)n; got++; }
int main(void) {
    struct sigaction a = {.sa_handler = on, .sa_flags = SA_RESTART}; sigaction(SIGCHLD, &a, 0);
    pid_t p = fork(); if (p == 0) _exit(7);
    int st; pid_t r = waitpid(p, &st, 0);
    assert(r == p && WEXITSTATUS(st) == 7 && got == 1);
    assert(waitpid(-1, &st, WNOHANG) == -1 && errno == ECHILD);
    return 0;
}
