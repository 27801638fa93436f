// Two processes answer each other by signals that they wait for.
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
    sigset_t s; sigemptyset(&s); sigaddset(&s, SIGUSR1); sigaddset(&s, SIGUSR2); sigaddset(&s, SIGCHLD);
    sigprocmask(SIG_BLOCK, &s, 0);
    pid_t p = fork(); int n;
    if (p == 0) {
        sigset_t u; sigemptyset(&u); sigaddset(&u, SIGUSR1);
        for (int i = 0; i < 2; i++) { sigwait(&u, &n); assert(n == SIGUSR1); kill(getppid(), SIGUSR2); }
        _exit(0);
    }
    sigset_t u; sigemptyset(&u); sigaddset(&u, SIGUSR2);
    for (int i = 0; i < 2; i++) { kill(p, SIGUSR1); siginfo_t in; assert(sigwaitinfo(&u, &in) == SIGUSR2 && in.si_pid == p); }
    sigemptyset(&u); sigaddset(&u, SIGCHLD);
    siginfo_t in; assert(sigwaitinfo(&u, &in) == SIGCHLD && in.si_pid == p && in.si_code == CLD_EXITED && in.si_status == 0);
    assert(waitpid(p, 0, WNOHANG) == p);
    return 0;
}
