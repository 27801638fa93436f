// Two threads meet at what the kernel keeps: message queues, semaphores of System V, locks of files. Who waits is woken by who changes
// something, both orders come, and what is handed over or protected so is no data race.
//
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=send_one('1') -DOTHER=send_one('2') -DBEFORE=first()=='1'
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=send_one('1') -DOTHER=send_one('2') -DBEFORE=first()=='2'
// heddle: verdict=clean args=-DONE=hand_over() -DOTHER=take_over() -DHOLDS=shared==2
// heddle: verdict=clean args=-DONE=(send_one('1'),send_one('2')) -DOTHER=(first(),first())
// heddle: verdict=bug kind=deadlock cause=condition args=-DONE=(send_one('1'),send_one('2'),send_one('3')) -DOTHER=first()
// heddle: verdict=bug kind=deadlock cause=condition args=-DONE=first() -DOTHER=(void)0
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=post(1) -DOTHER=post(2) -DHOLDS=get(0)==1
// heddle: verdict=bug kind=assertion cause=assertion args=-DONE=post(1) -DOTHER=post(2) -DHOLDS=get(0)==2
// heddle: verdict=clean args=-DONE=post(1) -DOTHER=post(2) -DHOLDS=get(2)==2&&get(1)==1
// heddle: verdict=bug kind=deadlock cause=condition args=-DONE=post(1) -DOTHER=get(2)
// heddle: verdict=clean args=-DONE=(down(0),shared++,up(0)) -DOTHER=(down(0),shared++,up(0)) -DHOLDS=shared==2
// heddle: verdict=bug kind=deadlock cause=condition args=-DONE=(down(0),down(1),up(0),up(1)) -DOTHER=(down(1),down(0),up(0),up(1))
// heddle: verdict=clean args=-DONE=(down(0),down(1),up(0),up(1)) -DOTHER=(down(0),down(1),up(0),up(1))
// heddle: verdict=clean args=-DONE=under_flock(1) -DOTHER=under_flock(1) -DHOLDS=shared==2
// heddle: verdict=clean args=-DONE=under_flock(1) -DOTHER=under_flock(0) -DHOLDS=shared==2
// heddle: verdict=bug kind=deadlock cause=condition args=-DONE=under_both(0,1) -DOTHER=under_both(1,0)
// heddle: verdict=clean args=-DONE=under_both(0,1) -DOTHER=under_both(0,1)
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <unistd.h>

#ifndef BEFORE
#define BEFORE 1
#endif
#ifndef HOLDS
#define HOLDS 1
#endif

static mqd_t queue;
static int messages, semaphores, shared;
static char names[2][32];

struct message {
    long type;
    char text;
};

static void send_one(char text) { assert(mq_send(queue, &text, 1, 0) == 0); }

static char first(void) {
    char text;
    assert(mq_receive(queue, &text, 1, NULL) == 1);
    return text;
}

static void hand_over(void) {
    shared = 1;
    send_one('x');
}

static void take_over(void) {
    first();
    shared = 2;
}

static void post(long type) {
    struct message message = {type, 'x'};
    assert(msgsnd(messages, &message, 1, 0) == 0);
}

static long get(long type) {
    struct message message;
    assert(msgrcv(messages, &message, 1, type, 0) == 1);
    return message.type;
}

static void change(unsigned short which, short by) {
    struct sembuf operation = {which, by, 0};
    assert(semop(semaphores, &operation, 1) == 0);
}
static void down(unsigned short which) { change(which, -1); }
static void up(unsigned short which) { change(which, 1); }

/* The lock is given back by itself, or where its last descriptor is closed. */
static void under_flock(int gives_back) {
    int file = open(names[0], O_RDONLY);
    assert(flock(file, LOCK_EX) == 0);
    shared++;
    if (gives_back) {
        flock(file, LOCK_UN);
    }
    close(file);
}

static void under_both(int one, int other) {
    int outer = open(names[one], O_RDONLY), inner = open(names[other], O_RDONLY);
    flock(outer, LOCK_EX);
    flock(inner, LOCK_EX);
    close(inner);
    close(outer);
}

static void *do_one(void *nothing) {
    ONE;
    return nothing;
}

static void *do_other(void *nothing) {
    OTHER;
    return nothing;
}

int main(void) {
    FILE *files[2];
    char name[64];
    struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = 1};
    snprintf(name, sizeof name, "/heddle-queues-%ld", (long)getpid());
    queue = mq_open(name, O_CREAT | O_RDWR | O_EXCL, 0600, &attributes);
    mq_unlink(name);
    messages = msgget(IPC_PRIVATE, 0600);
    semaphores = semget(IPC_PRIVATE, 2, 0600);
    for (int i = 0; i < 2; i++) {
        up((unsigned short)i);
        files[i] = tmpfile();
        snprintf(names[i], sizeof names[i], "/proc/self/fd/%d", fileno(files[i]));
    }
    pthread_t one, other;
    pthread_create(&one, NULL, do_one, NULL);
    pthread_create(&other, NULL, do_other, NULL);
    assert(BEFORE); /* they end */
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    assert(HOLDS);
    mq_close(queue);
    msgctl(messages, IPC_RMID, NULL);
    semctl(semaphores, 0, IPC_RMID);
    (void)send_one, (void)hand_over, (void)take_over, (void)post, (void)get, (void)down, (void)under_flock, (void)under_both;
    return 0;
}
