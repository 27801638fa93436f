// Main removes a message queue of System V, or a set of semaphores (-DSEMAPHORES), for which a thread may wait. One that waits by then is told
// that it has been removed (EIDRM), one that comes later that there is none (EINVAL). With -DLATE the thread expects the latter alone. With
// -DPOSIX main closes the descriptor of a queue of POSIX, which wakes nobody.
//
//   heddle check 85-removed-queue.c
//
// heddle: verdict=clean executions=2
// heddle: verdict=clean executions=2 args=-DSEMAPHORES
// heddle: verdict=bug kind=assertion cause=assertion args=-DLATE
// heddle: verdict=bug kind=assertion cause=assertion args=-DLATE -DSEMAPHORES
// heddle: verdict=bug kind=deadlock cause=condition args=-DPOSIX
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>

#ifdef POSIX
static mqd_t queue;

static void make(void) {
    struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = 8};
    queue = mq_open("/removed-queue", O_CREAT | O_RDWR, 0600, &attributes);
}

static long take(void) {
    char text[8];
    return mq_receive(queue, text, sizeof text, NULL);
}

static void give_up(void) {
    mq_close(queue);
    mq_unlink("/removed-queue");
}

static bool is_expected(int error) { return error == EBADF; }

#else
static int object;

#ifdef SEMAPHORES
static void make(void) { object = semget(IPC_PRIVATE, 1, 0600); }

static long take(void) {
    struct sembuf operation = {.sem_num = 0, .sem_op = -1};
    return semop(object, &operation, 1);
}

static void give_up(void) { semctl(object, 0, IPC_RMID); }
#else
static void make(void) { object = msgget(IPC_PRIVATE, 0600); }

static long take(void) {
    struct {
        long type;
        char text[8];
    } message;
    return msgrcv(object, &message, sizeof message.text, 0, 0);
}

static void give_up(void) { msgctl(object, IPC_RMID, NULL); }
#endif

static bool is_expected(int error) {
#ifdef LATE
    return error == EINVAL;
#else
    return error == EINVAL || error == EIDRM;
#endif
}
#endif

static void *wait_for_it(void *unused) {
    assert(take() == -1 && is_expected(errno));
    return unused;
}

int main(void) {
    pthread_t waiter;
    make();
    pthread_create(&waiter, NULL, wait_for_it, NULL);
    give_up();
    pthread_join(waiter, NULL);
    return 0;
}
