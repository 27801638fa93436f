// A thread writes small messages before anybody reads. They fit into the last page of a pipe, and into the memory of a socket, though both
// tell poll that there is no room. With -DFULL the thread writes more than a pipe of one page holds, and main joins it before it reads. With
// -DLARGE it writes several pages by one call, which returns when main has read enough to make room for all of them.
//
//   heddle check 83-room-to-write.c
//
// heddle: verdict=clean executions=1
// heddle: verdict=clean executions=1 args=-DSOCKET
// heddle: verdict=bug kind=deadlock cause=descriptor args=-DFULL
// heddle: verdict=clean args=-DLARGE
// heddle: verdict=clean args=-DLARGE -DSOCKET
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum { READER, WRITER, PAGE = 4096 };

#ifdef LARGE
enum { MESSAGES = 2, SIZE = 150000 };
#elif defined FULL
enum { MESSAGES = 3, SIZE = 1500 };
#elif defined SOCKET
enum { MESSAGES = 150, SIZE = 1 };
#else
enum { MESSAGES = 4, SIZE = 1000 };
#endif

static int ends[2];
static char message[SIZE], found[MESSAGES * SIZE];

#ifdef LARGE
static void *write_all(void *unused) {
    struct iovec parts[MESSAGES] = {{message, SIZE}, {message, SIZE}};
#ifdef SOCKET
    struct msghdr whole = {.msg_iov = parts, .msg_iovlen = MESSAGES};
    assert(sendmsg(ends[WRITER], &whole, 0) == sizeof found);
#else
    assert(writev(ends[WRITER], parts, MESSAGES) == sizeof found);
#endif
    return unused;
}

static void finish(pthread_t writer) {
    for (ssize_t all = 0, size; all < (ssize_t)sizeof found; all += size) {
        size = read(ends[READER], found, sizeof found);
        assert(size > 0);
    }
    pthread_join(writer, NULL);
}
#else
static void *write_all(void *unused) {
    for (int i = 0; i < MESSAGES; i++) {
        assert(write(ends[WRITER], message, SIZE) == SIZE);
    }
    return unused;
}

static void finish(pthread_t writer) {
    pthread_join(writer, NULL);
    assert(read(ends[READER], found, sizeof found) == sizeof found);
}
#endif

int main(void) {
    pthread_t writer;
#ifdef SOCKET
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
#else
    pipe(ends);
    fcntl(ends[WRITER], F_SETPIPE_SZ, PAGE);
#endif
    pthread_create(&writer, NULL, write_all, NULL);
    finish(writer);
    return 0;
}
