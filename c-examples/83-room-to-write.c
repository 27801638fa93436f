// A thread writes small messages before anybody reads. They fit into the last page of a pipe, and into the memory of a socket, though both
// tell poll that there is no room. With -DFULL the thread writes more than a pipe of one page holds, and main joins it before it reads.
//
//   heddle check 83-room-to-write.c
//
// heddle: verdict=clean executions=1
// heddle: verdict=clean executions=1 args=-DSOCKET
// heddle: verdict=bug kind=deadlock cause=descriptor args=-DFULL
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

enum { READER, WRITER, PAGE = 4096 };

#ifdef FULL
enum { MESSAGES = 3, SIZE = 1500 };
#elif defined SOCKET
enum { MESSAGES = 150, SIZE = 1 };
#else
enum { MESSAGES = 4, SIZE = 1000 };
#endif

static int ends[2];

static void *write_all(void *unused) {
    char message[SIZE] = {0};
    for (int i = 0; i < MESSAGES; i++) {
        assert(write(ends[WRITER], message, SIZE) == SIZE);
    }
    return unused;
}

int main(void) {
    pthread_t writer;
#ifdef SOCKET
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
#else
    pipe(ends);
    fcntl(ends[WRITER], F_SETPIPE_SZ, PAGE);
#endif
    pthread_create(&writer, NULL, write_all, NULL);
    pthread_join(writer, NULL);
    char found[MESSAGES * SIZE];
    assert(read(ends[READER], found, sizeof found) == sizeof found);
    return 0;
}
