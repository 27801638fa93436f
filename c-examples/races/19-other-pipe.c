// A thread waits for a byte on one pipe, and its value was written before a byte went to another one.
// The fix (-DFIXED): it waits for what is written behind the value.
//
//   heddle check races/19-other-pipe.c
//   heddle check -DFIXED races/19-other-pipe.c
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean executions=1 args=-DFIXED
#include <pthread.h>
#include <unistd.h>

static int ready[2], started[2];
static int value;

static void *reader(void *unused) {
    char byte;
#ifdef FIXED
    read(ready[0], &byte, 1);
#else
    read(started[0], &byte, 1);
#endif
    return value ? unused : NULL;
}

int main(void) {
    pthread_t thread;
    pipe(ready);
    pipe(started);
    write(started[1], "s", 1);
    pthread_create(&thread, NULL, reader, NULL);
    value = 1;
    write(ready[1], "r", 1);
    pthread_join(thread, NULL);
    return 0;
}
