// A wait that a handler interrupts; once it has returned the child, the handler has run. With -DBUG nobody calls it again.
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile sig_atomic_t n;
static void on(int s) { (void)s; n++; }
int main(void) {
    struct sigaction a = {.sa_handler = on}; sigaction(SIGUSR1, &a, 0);
    pid_t p = fork();
    if (p == 0) { kill(getppid(), SIGUSR1); _exit(0); }
    int st; pid_t r;
#ifdef BUG
    r = waitpid(p, &st, 0);
#else
    do r = waitpid(p, &st, 0); while (r == -1 && errno == EINTR);
#endif
    assert(r == p); assert(n == 1);
    return 0;
}
