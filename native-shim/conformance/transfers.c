#include "conformance.h"

#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static int from[2], to[2];
static char got[8];

static long moved;

static void *moves(void *unused) {
    moved = splice(from[0], NULL, to[1], NULL, 4, 0);
    return unused;
}

static void waits_for_bytes(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, moves, NULL);
    SHOW(write(from[1], "abcd", 4));
    SHOW(read(to[0], got, 4));
    SHOW(memcmp(got, "abcd", 4));
    pthread_join(thread, NULL);
    SHOW(moved);
}

static void copies(void) {
    SHOW(write(from[1], "xy", 2));
    SHOW(tee(from[0], to[1], 2, 0));
    SHOW(read(to[0], got, 2));
    SHOW(read(from[0], got, 2));
    struct iovec part = {"mno", 3};
    SHOW(vmsplice(to[1], &part, 1, 0));
    SHOW(read(to[0], got, 3));
}

static void fails(void) {
    CALL_ERRNO((int)splice(from[0], NULL, to[1], NULL, 4, SPLICE_F_NONBLOCK));
    CALL_ERRNO((int)tee(from[0], from[1], 2, 0));
    CALL_ERRNO((int)splice(999, NULL, to[1], NULL, 4, 0));
    CALL_ERRNO((int)sendfile(999, from[0], NULL, 4));
}

static void sends_a_file(void) {
    char name[] = "/tmp/transfersXXXXXX";
    int file = mkstemp(name);
    unlink(name);
    SHOW(write(file, "hello", 5));
    off_t at = 1;
    SHOW(sendfile(to[1], file, &at, 9));
    SHOW(at);
    SHOW(read(to[0], got, 8));
    SHOW(sendfile(to[1], file, &at, 9));
    close(file);
}

static void several_messages(void) {
    int pair[2];
    char parts[2][4] = {"one", "two"}, rooms[2][4];
    struct iovec given[2] = {{parts[0], 3}, {parts[1], 3}}, taken[2] = {{rooms[0], 4}, {rooms[1], 4}};
    struct mmsghdr messages[2] = {{.msg_hdr = {.msg_iov = &given[0], .msg_iovlen = 1}},
                                  {.msg_hdr = {.msg_iov = &given[1], .msg_iovlen = 1}}};
    SHOW(socketpair(AF_UNIX, SOCK_DGRAM, 0, pair));
    SHOW(sendmmsg(pair[0], messages, 2, 0));
    SHOW(messages[1].msg_len);
    messages[0].msg_hdr.msg_iov = &taken[0];
    messages[1].msg_hdr.msg_iov = &taken[1];
    SHOW(recvmmsg(pair[1], messages, 2, 0, NULL));
    SHOW(messages[0].msg_len + (rooms[1][0] == 't'));
    SHOW(write(pair[0], "a", 1));
    SHOW(recvmmsg(pair[1], messages, 2, MSG_WAITFORONE, NULL));
    CALL_ERRNO(recvmmsg(pair[1], messages, 2, MSG_DONTWAIT, NULL));
    CALL_ERRNO(sendmmsg(999, messages, 2, 0));
}

int main(void) {
    SHOW(pipe(from));
    SHOW(pipe(to));
    waits_for_bytes();
    copies();
    fails();
    sends_a_file();
    several_messages();
    return 0;
}
