// A child writes two lines, and its parent reads one and closes the pipe, as head does. Where the second line comes after that, SIGPIPE ends
// the child, and the parent takes that for a failure. -DFIXED knows that signal. With -DHANDLED the child has a handler for it, and with
// -DIGNORED it ignores it and sees EPIPE: both end as they should.
//
//   heddle check c-examples/processes/broken-pipe.c
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=clean args=-DHANDLED
// heddle: verdict=clean args=-DIGNORED
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t broken;

static void handler(int number) {
    (void)number;
    broken++;
}

static void writes(int pipe) {
#ifdef HANDLED
    struct sigaction action = {.sa_handler = handler};
    sigaction(SIGPIPE, &action, NULL);
#elif defined IGNORED
    signal(SIGPIPE, SIG_IGN);
#endif
    for (int line = 0; line < 2; line++) {
        if (write(pipe, "a\n", 2) < 0) {
            assert(errno == EPIPE);
#ifdef HANDLED
            assert(broken == 1);
#endif
            break;
        }
        assert(broken == 0);
    }
    _exit(0);
}

int main(void) {
    int ends[2], status;
    char line[2];
    (void)handler;
    pipe(ends);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        writes(ends[1]);
    }
    close(ends[1]);
    assert(read(ends[0], line, 2) == 2);
    close(ends[0]);
    assert(waitpid(child, &status, 0) == child);
#ifdef FIXED
    assert(WIFEXITED(status) || (WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE));
#else
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
#endif
    return 0;
}
