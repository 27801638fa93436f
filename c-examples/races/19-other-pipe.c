// A thread waits for a byte on one pipe, and its value was written before a byte went to another one.
// The fix (-DFIXED): it waits for what is written behind the value. With -DPOLLS it waits by poll and reads nothing, which orders as much.
//
//   heddle check races/19-other-pipe.c
//   heddle check -DFIXED races/19-other-pipe.c
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean executions=1 args=-DFIXED
// heddle: verdict=bug kind=data-race cause=read-write args=-DPOLLS
// heddle: verdict=clean executions=1 args=-DPOLLS -DFIXED
// heddle: verdict=clean executions=2 args=-DPOLLS -DFIXED -DBOTH
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ready[2], started[2];
static int value;

#ifdef FIXED
#define AWAITED ready
#else
#define AWAITED started
#endif

static void *reader(void *unused) {
#ifdef POLLS
    struct pollfd asked[] = {{.fd = AWAITED[0], .events = POLLIN}, {.fd = started[0], .events = POLLIN}};
#ifdef BOTH
    poll(asked, 2, -1);
    if (!asked[0].revents) {
        return NULL;
    }
#else
    poll(asked, 1, -1);
#endif
#else
    char byte;
    read(AWAITED[0], &byte, 1);
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
