// A worker process reads jobs from a pipe until nobody can write any more. It has not closed its own copy of the end for writing, so it
// waits for itself, and its parent for it. -DFIXED closes it.
//
//   heddle check c-examples/processes/end-of-file.c
//
// heddle: verdict=bug kind=deadlock cause=descriptor
// heddle: verdict=clean args=-DFIXED
#define _GNU_SOURCE
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

static void work(int jobs) {
    char job;
    while (read(jobs, &job, 1) == 1) {
    }
}

int main(void) {
    int jobs[2];
    assert(pipe(jobs) == 0);
    pid_t worker = fork();
    if (worker == 0) {
#ifdef FIXED
        close(jobs[1]);
#endif
        work(jobs[0]);
        _exit(0);
    }
    assert(write(jobs[1], "a", 1) == 1);
    close(jobs[1]);
    assert(waitpid(worker, NULL, 0) == worker);
    return 0;
}
