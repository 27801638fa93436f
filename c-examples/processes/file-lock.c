// Two processes count in a file. A lock of the file keeps them apart; without it (-DUNLOCKED) one of them can be lost.
//
//   heddle check -DUNLOCKED c-examples/processes/file-lock.c
//
// heddle: verdict=clean
// heddle: verdict=bug kind=assertion cause=assertion args=-DUNLOCKED
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static char name[] = "/tmp/counter-XXXXXX";

static void lock(int file, short how) {
#ifndef UNLOCKED
    struct flock all = {.l_type = how, .l_whence = SEEK_SET};
    assert(fcntl(file, F_SETLKW, &all) == 0);
#else
    (void)file, (void)how;
#endif
}

static void count(void) {
    int file = open(name, O_RDWR);
    char counter;
    lock(file, F_WRLCK);
    assert(pread(file, &counter, 1, 0) == 1);
    counter++;
    assert(pwrite(file, &counter, 1, 0) == 1);
    lock(file, F_UNLCK);
    close(file);
}

int main(void) {
    int file = mkstemp(name);
    char counter = 0;
    assert(pwrite(file, &counter, 1, 0) == 1);
    pid_t child = fork();
    if (child == 0) {
        count();
        _exit(0);
    }
    count();
    waitpid(child, NULL, 0);
    assert(pread(file, &counter, 1, 0) == 1);
    unlink(name);
    assert(counter == 2);
    return 0;
}
