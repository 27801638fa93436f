// A thread reads environ itself while another one calls setenv, which may move what it points to. POSIX: setenv need not be safe for
// threads. The reader makes no call that could be announced.
//
//   heddle check c-examples/soundness/environ.c
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean args=-DFIXED
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int homes;

static void *count_homes(void *unused) {
    for (char **variable = environ; *variable; variable++) {
        homes += strncmp(*variable, "HOME=", 5) == 0;
    }
    return unused;
}

int main(void) {
    pthread_t thread;
#ifdef FIXED
    setenv("COLOUR", "red", 1);
#endif
    pthread_create(&thread, NULL, count_homes, NULL);
#ifndef FIXED
    setenv("COLOUR", "red", 1);
#endif
    pthread_join(thread, NULL);
    return 0;
}
