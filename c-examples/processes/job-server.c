// As make does, a pipe with a token keeps two workers from working at the same time. A worker that takes its token after it has begun
// meets the other one; -DFIXED takes it before. -DLOST does not give it back, and the other one waits for ever.
//
//   heddle check c-examples/processes/job-server.c
//
// heddle: verdict=bug kind=assertion cause=assertion races=1
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=bug kind=deadlock cause=descriptor args=-DFIXED -DLOST
#define _GNU_SOURCE
#include <assert.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORKERS 2

static int tokens[2];
static int *working;

static void take(void) {
    char token;
    assert(read(tokens[0], &token, 1) == 1);
}

static void give_back(void) {
#ifndef LOST
    assert(write(tokens[1], "+", 1) == 1);
#endif
}

static void work(void) {
#ifdef FIXED
    take();
#endif
    int others = (*working)++;
#ifndef FIXED
    take();
#endif
    assert(others == 0);
    (*working)--;
    give_back();
}

int main(void) {
    working = mmap(NULL, sizeof *working, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert(working != MAP_FAILED && pipe(tokens) == 0);
    assert(write(tokens[1], "+", 1) == 1);
    for (int i = 0; i < WORKERS; i++) {
        if (fork() == 0) {
            work();
            _exit(0);
        }
    }
    while (wait(NULL) > 0) {
    }
    return 0;
}
