// A process that was forked writes to a pipe that a thread of its parent, which is made later, reads: no deadlock, for the child comes.
//
//
// heddle: verdict=clean
#include <sys/wait.h>
#include <unistd.h>
#include <pthread.h>

static int ends[2];

static void *take(void *unused) {
    char got;
    return read(ends[0], &got, 1) == 1 ? unused : ends;
}

int main(void) {
    pthread_t thread;
    pipe(ends);
    if (fork() == 0) {
        write(ends[1], "x", 1);
        _exit(0);
    }
    void *failed;
    pthread_create(&thread, NULL, take, NULL);
    pthread_join(thread, &failed);
    wait(NULL);
    return failed != NULL;
}
