// A child that its parent stops, in the interleavings in which it has no handler yet.
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void leave(int number) { _exit(number == 0); }

int main(void) {
    pid_t child = fork();
    if (child == 0) {
        signal(SIGTSTP, leave);
        sleep(3);
        _exit(1);
    }
    sleep(1);
    kill(child, SIGTSTP);
    kill(child, SIGCONT);
    waitpid(child, NULL, 0);
    return 0;
}
