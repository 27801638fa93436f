// A thread asks over and over whether something is there, and never waits: by read and recv of what does not block, by poll, by select, by
// epoll_wait without a time limit, and by sem_trywait. Such a loop is a wait in all but name, so few executions tell all. With -DBUG=1 the
// flag is set after the byte is written; with -DBUG=2 nobody writes, and the loop goes on for ever; -DBUG=3 reads a flag besides that
// another thread sets without a lock.
//
//   heddle check 81-busy-polls.c
//
// heddle: verdict=clean executions=3
// heddle: verdict=clean executions=3 args=-DBY=BY_RECV
// heddle: verdict=clean executions=3 args=-DBY=BY_POLL
// heddle: verdict=clean executions=3 args=-DBY=BY_SELECT
// heddle: verdict=clean executions=3 args=-DBY=BY_EPOLL
// heddle: verdict=clean executions=3 args=-DBY=BY_TRYWAIT
// heddle: verdict=bug kind=assertion cause=assertion args=-DBUG=1
// heddle: verdict=bug kind=assertion cause=assertion args=-DBUG=1 -DBY=BY_EPOLL
// heddle: verdict=bug kind=livelock cause=spin args=-DBUG=2
// heddle: verdict=bug kind=livelock cause=spin args=-DBUG=2 -DBY=BY_SELECT
// heddle: verdict=bug kind=livelock cause=spin args=-DBUG=2 -DBY=BY_TRYWAIT
// heddle: verdict=bug kind=data-race cause=read-write args=-DBUG=3 -i 50
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BY_READ, BY_RECV, BY_POLL, BY_SELECT, BY_EPOLL, BY_TRYWAIT };
#ifndef BY
#define BY BY_READ
#endif
#ifndef BUG
#define BUG 0
#endif
enum { READER, WRITER };

static int ends[2], set;
static sem_t posted;
static atomic_int done;
#if BUG == 3
static int stop;
#endif

static bool finds_nothing(void) {
    char byte;
    struct pollfd asked = {.fd = ends[READER], .events = POLLIN};
    struct epoll_event event;
    fd_set reads;
    struct timeval at_once = {0, 0};
    switch (BY) {
        case BY_RECV:
            return recv(ends[READER], &byte, 1, MSG_DONTWAIT) < 0 && errno == EAGAIN;
        case BY_POLL:
            return poll(&asked, 1, 0) == 0;
        case BY_SELECT:
            FD_ZERO(&reads);
            FD_SET(ends[READER], &reads);
            return select(ends[READER] + 1, &reads, NULL, NULL, &at_once) == 0;
        case BY_EPOLL:
            return epoll_wait(set, &event, 1, 0) == 0;
        case BY_TRYWAIT:
            return sem_trywait(&posted) < 0 && errno == EAGAIN;
        default:
            return read(ends[READER], &byte, 1) < 0 && errno == EAGAIN;
    }
}

static void *asks(void *unused) {
    while (finds_nothing()) {
#if BUG == 3
        if (stop) {
            return unused;
        }
#endif
        sched_yield();
    }
    assert(done);
    return unused;
}

int main(void) {
    if (BY == BY_RECV ? socketpair(AF_UNIX, SOCK_STREAM, 0, ends) : pipe2(ends, O_NONBLOCK)) {
        return 1;
    }
    sem_init(&posted, 0, 0);
    if (BY == BY_EPOLL) {
        struct epoll_event wanted = {.events = EPOLLIN};
        set = epoll_create1(0);
        epoll_ctl(set, EPOLL_CTL_ADD, ends[READER], &wanted);
    }
    pthread_t thread;
    pthread_create(&thread, NULL, asks, NULL);
#if BUG == 3
    stop = 1;
#elif BUG != 2
    done = BUG == 0;
    if (BY == BY_TRYWAIT ? sem_post(&posted) : write(ends[WRITER], "x", 1) != 1) {
        return 1;
    }
#if BUG == 1
    done = 1;
#endif
#endif
    pthread_join(thread, NULL);
    return 0;
}
