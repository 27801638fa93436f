// A process becomes a daemon by hand: two forks, and a session between them. That the program could run others (-DCALLS=1: it does) makes no
// difference unless it does.
#define _GNU_SOURCE
#include <assert.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#ifndef CALLS
#define CALLS 0
#endif

int main(int count, char **words) {
    int ends[2];
    assert(pipe(ends) == 0);
    pid_t first = fork();
    if (first == 0) {
        assert(setsid() == getpid());
        assert(setsid() == -1 && setpgid(0, 0) == -1);
        assert(getpgrp() == getpid() && getsid(0) == getpid());
        if (fork() != 0) {
            _exit(0);
        }
        assert(getpgrp() != getpid());
        prctl(PR_SET_NAME, "daemon");
        assert(write(ends[1], "", 1) == 1);
        if (CALLS || count > 100) {
            execv(words[0], words + count);
        }
        _exit(0);
    }
    char byte;
    int status;
    assert(waitpid(first, &status, 0) == first && status == 0);
    assert(read(ends[0], &byte, 1) == 1);
    return 0;
}
