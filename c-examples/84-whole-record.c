// A record comes in two pieces. Who asks for all of it (MSG_WAITALL) gets all of it, and fewer bytes only where the other end is closed
// before (-DHALF). With -DPIECES the reader takes what is there for the record.
//
//   heddle check 84-whole-record.c
//
// heddle: verdict=clean
// heddle: verdict=clean args=-DPARTS
// heddle: verdict=clean args=-DHALF
// heddle: verdict=bug kind=assertion cause=assertion args=-DPIECES
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum { READER, WRITER };
static int ends[2];

static void *write_record(void *unused) {
    send(ends[WRITER], "ab", 2, 0);
#ifdef HALF
    close(ends[WRITER]);
#else
    send(ends[WRITER], "cd", 2, 0);
#endif
    return unused;
}

static ssize_t receive(char record[4]) {
#ifdef PARTS
    struct iovec parts[2] = {{record, 1}, {record + 1, 3}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    return recvmsg(ends[READER], &message, MSG_WAITALL);
#elif defined PIECES
    return recv(ends[READER], record, 4, 0);
#else
    return recv(ends[READER], record, 4, MSG_WAITALL);
#endif
}

int main(void) {
    pthread_t writer;
    char record[4];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    pthread_create(&writer, NULL, write_record, NULL);
    ssize_t size = receive(record);
#ifdef HALF
    assert(size == 2 && memcmp(record, "ab", 2) == 0);
#else
    assert(size == 4 && memcmp(record, "abcd", 4) == 0);
#endif
    pthread_join(writer, NULL);
    return 0;
}
