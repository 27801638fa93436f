// A shell's jobs: parent and child both put the child into a group of its own, so that whoever comes first does. The group is killed and
// waited for. -DBUG: the child alone does, and the signal may come before that.
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t job(void) {
    pid_t child = fork();
    if (child == 0) {
        setpgid(0, 0);
        for (;;) {
            pause();
        }
    }
#ifndef BUG
    setpgid(child, child);
    assert(getpgid(child) == child && getpgrp() != child);
#endif
    return child;
}

int main(void) {
    pid_t child = job();
    int status;
    assert(killpg(child, SIGTERM) == 0);
    assert(waitpid(0, &status, 0) == -1 && errno == ECHILD);
    assert(waitpid(-child, &status, 0) == child);
    assert(WIFSIGNALED(status));
    return 0;
}
