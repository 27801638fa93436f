/* The program of interposed.txt: a case for each line. */
#define _GNU_SOURCE
#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <linux/futex.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

static char text[64] = "hello world", more[64] = "hello", all[64], shape[8] = "%d";
static int number, numbers[8], fd, word = 1, chosen, watched;
static unsigned priority;
static char *pointer, *heap, *page, *words[] = {"program", "--on", NULL};
static struct option options[] = {{"on", 0, &word, 2}, {"off", 0, NULL, 3}, {0}};
static size_t room;
static struct tm tm;
static time_t when;
static int ends[2], pipe_[2], datagrams[2];
static FILE *stream;
static struct timespec second = {1, 0}, left, none, far = {1ll << 33, 0};
static struct timeval moment = {0, 1};
static struct itimerval interval;
static struct itimerspec setting, before;
static struct sigevent silent = {.sigev_notify = SIGEV_NONE};
static timer_t timer;
static struct pollfd polled[4];
static fd_set sets[3];
static struct epoll_event happened[4];
static sigset_t signals, masked;
static siginfo_t info;
static struct rusage used;
static struct sigaction action, default_;
static stack_t stack = {.ss_flags = SS_DISABLE};
static struct iovec parts[3] = {{all, 2}, {text, 3}};
static struct msghdr message = {.msg_iov = parts, .msg_iovlen = 1};
static struct mmsghdr messages[2];
static struct sockaddr_un address;
static socklen_t length = sizeof address;
static struct aiocb request = {.aio_fildes = -1, .aio_buf = all, .aio_nbytes = 4, .aio_sigevent.sigev_notify = SIGEV_NONE};
static struct aiocb *requests[1] = {&request};
static struct flock lock = {.l_type = F_WRLCK};
static eventfd_t value;
static pthread_t another;
static void *result;
static sem_t semaphore;
static pthread_mutex_t protected;
static mqd_t queue;
static struct mq_attr attributes;
static struct {
    long type;
    char text[8];
} letter = {1, "abcd"}, mail = {1, "abcd"};
static struct sembuf change = {0, 1, 0};
static volatile long sink;

static void nothing(int signal) { (void)signal; }
static void handle(void) { signal(SIGUSR1, nothing); }
static void block(void) { pthread_sigmask(SIG_BLOCK, &signals, NULL); }
static void pending(void) {
    block();
    kill(getpid(), SIGUSR1);
}
static void watch(int descriptor, short events) { polled[watched++] = (struct pollfd){descriptor, events, 0}; }
static void watch_set(int descriptor) {
    fd = epoll_create1(0);
    epoll_ctl(fd, EPOLL_CTL_ADD, descriptor, &(struct epoll_event){.events = EPOLLIN});
}
static struct sockaddr_un abstract(void) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    snprintf(name.sun_path + 1, 64, "heddle-arguments-%d", (int)getpid());
    return name;
}
static void bind_to(int descriptor) {
    struct sockaddr_un name = abstract();
    bind(descriptor, (struct sockaddr *)&name, sizeof name);
    write(descriptor, "abcd", 4);
}
static void connected(void) {
    struct sockaddr_un name = abstract();
    fd = socket(AF_UNIX, SOCK_STREAM, 0);
    bind(fd, (struct sockaddr *)&name, sizeof name);
    listen(fd, 4);
    connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&name, sizeof name);
}
static void child(void) {
    if (fork() == 0) {
        _exit(0);
    }
}
static mqd_t queue_with(int messages) {
    struct mq_attr room_for = {.mq_maxmsg = 4, .mq_msgsize = 16};
    mqd_t made = mq_open("/heddle-arguments", O_RDWR | O_CREAT, 0600, &room_for);
    if (made == (mqd_t)-1) {
        perror("mq_open");
        exit(9);
    }
    while (messages-- > 0) {
        mq_send(made, "abcd", 4, 1);
    }
    return made;
}
static void shared(void) { page = shmat(shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600), NULL, 0); }
static void protect(void) {
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_PROTECT);
    pthread_mutex_init(&protected, &attr);
}
static void *rest(void *unused) { return unused; }
static int rest_of_thrd(void *unused) { return unused != NULL; }

static ucontext_t context, caller;
static char own[32768];
static void return_(void) { pthread_exit(NULL); }
static void become(void) {
    getcontext(&context);
    context.uc_stack.ss_sp = own;
    context.uc_stack.ss_size = sizeof own;
    context.uc_link = &caller;
    makecontext(&context, return_, 0);
}

static void *work(void *unused) {
    switch (chosen) {
@CALLS@
    }
    return unused;
}

int main(int argc, char **argv) {
    chosen = atoi(argv[1]);
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    socketpair(AF_UNIX, SOCK_DGRAM, 0, datagrams);
    pipe(pipe_);
    write(ends[0], "abc\ndef\n", 8);
    stream = tmpfile();
    fputs("12 abc\nsecond\n", stream);
    rewind(stream);
    heap = memset(malloc(60), 0, 60);
    page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    switch (chosen) {
@BEFORE@
    }
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    switch (chosen) {
@MAINS@
    }
    pthread_join(thread, NULL);
    return 0;
}
