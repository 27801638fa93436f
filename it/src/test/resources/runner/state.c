// Two threads take a lock three times each: 20 executions. Each begins by asserting that what an earlier one has changed is as it was
// at first, and then changes it. PLANT chooses what.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#if defined MEMORY
static int initialised = 5, zero;
static _Thread_local int own = 7;
static char large[100000];
static int *block, exits;
static void at_end(void) { exits++; }
static void change(void)
{
    assert(initialised == 5 && zero == 0 && own == 7 && large[99999] == 0 && block == NULL && exits == 0);
    assert(getenv("RUNNER_TEST") == NULL && errno == 0);
    char *break_before = sbrk(0);
    static char *first_break;
    assert(first_break == NULL);
    first_break = break_before;
    assert(sbrk(10000) == break_before && break_before[9999] == 0);
    break_before[9999] = 1;
    initialised = 6, zero = 1, own = 8, large[99999] = 1, errno = EBADF;
    block = malloc(200000);
    assert(((char *)block)[199999] == 0);
    memset(block, 1, 200000);
    setenv("RUNNER_TEST", "x", 1);
    atexit(at_end);
    printf("not flushed before the end");
    setvbuf(stderr, malloc(5000), _IOFBF, 5000);
    fprintf(stderr, "neither");
    char *mapped = mmap(NULL, 20000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(mapped[19999] == 0);
    mapped[19999] = 1;
}
#elif defined KERNEL
static void on_user(int number) { (void)number; }
static void change(void)
{
    sigset_t blocked, all;
    struct sigaction action;
    int pipes[2];
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    assert(!sigismember(&blocked, SIGTERM) && !sigismember(&blocked, SIGSEGV));
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    assert(sigismember(&blocked, SIGTERM) && sigismember(&blocked, SIGSEGV) && sigismember(&blocked, SIGSYS));
    sigaction(SIGUSR2, NULL, &action);
    assert(action.sa_handler == SIG_DFL);
    signal(SIGUSR2, on_user);
    int file = open("/dev/null", O_WRONLY);
    assert(file == 3 && pipe(pipes) == 0 && pipes[0] == 4 && pipes[1] == 5);
    assert(dup2(file, 9) == 9 && write(9, "x", 1) == 1);
}
#elif defined SOCKETS
static struct sockaddr_un name, peer; // written to by the kernel alone
static int kind;
static void change(void)
{
    assert(name.sun_path[1] == 0 && peer.sun_path[1] == 0 && kind == 0);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0), client = socket(AF_UNIX, SOCK_STREAM, 0);
    struct sockaddr_un any = {.sun_family = AF_UNIX};
    socklen_t length = sizeof name;
    assert(bind(listener, (struct sockaddr *)&any, sizeof any.sun_family) == 0 && listen(listener, 1) == 0);
    assert(bind(client, (struct sockaddr *)&any, sizeof any.sun_family) == 0);
    assert(getsockname(listener, (struct sockaddr *)&name, &length) == 0 && name.sun_path[1] != 0);
    assert(connect(client, (struct sockaddr *)&name, length) == 0);
    length = sizeof peer;
    int server = accept(listener, (struct sockaddr *)&peer, &length);
    assert(server >= 0 && peer.sun_path[1] != 0);
    length = sizeof kind;
    assert(getsockopt(server, SOL_SOCKET, SO_TYPE, &kind, &length) == 0 && kind == SOCK_STREAM);
}
#elif defined FILLED // pages that nobody but the kernel writes to
static _Alignas(4096) char page[3 * 4096];
static struct stat status;
static void change(void)
{
    int pipes[2];
    assert(page[0] == 0 && page[4096] == 0 && page[8191] == 0);
    assert(pipe(pipes) == 0 && write(pipes[1], "abcd", 4) == 4);
    assert(read(pipes[0], page + 4094, 4) == 4 && page[4096] == 'c');
    assert(status.st_mode == 0 && syscall(SYS_fstat, 1, &status) == 0);
    assert(syscall(SYS_getrandom, page, 1, 0) == 1);
    page[0] |= 1;
}
#elif defined BEHIND // memory that changes behind everybody's back
static _Alignas(4096) volatile char page[4096];
static void change(void)
{
    if (page[0]) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
    }
    int memory = open("//proc/self/mem", O_RDWR);
    assert(pwrite(memory, "x", 1, (long)page) == 1);
    close(memory);
}
#elif defined PROTECTS
static _Alignas(4096) char page[4096];
static void change(void)
{
    assert(page[0] == 0);
    page[0] = 1;
    assert(mprotect(page, sizeof page, PROT_READ) == 0);
}
#elif defined HANDLES
static sigjmp_buf back;
static void on_fault(int number) { siglongjmp(back, number); }
static void change(void)
{
    signal(SIGSEGV, on_fault);
    if (sigsetjmp(back, 1) == 0) {
        *(volatile char *)8 = 1;
        assert(0);
    }
}
#elif defined HANDLES_EARLY
static void on_fault(int number) { _exit(number); }
__attribute__((constructor)) static void early(void) { signal(SIGSEGV, on_fault); }
static void change(void) {}
#elif defined OWN_STACK
static void change(void)
{
    static char stack[65536];
    assert(sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL) == 0);
}
#elif defined SHARED_EARLY
static int *shared;
__attribute__((constructor)) static void early(void)
{
    shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}
static void change(void) { (void)shared; }
#elif defined FORKS
static void change(void)
{
    pid_t child = fork();
    if (child == 0) {
        _exit(0);
    }
    waitpid(child, NULL, 0);
}
#elif defined RAW // a call that no library makes
static void change(void)
{
    char here[200];
    assert(getcwd(here, sizeof here) && strcmp(here, "/") != 0);
    long result = SYS_chdir;
    __asm__ volatile("syscall" : "+a"(result) : "D"("/") : "rcx", "r11", "memory");
    assert(result == 0);
}
#elif defined HANGS
static void change(void) {}
#elif defined FLOODS
static void change(void)
{
    static char text[1 << 20];
    for (;;) { /* it is killed before there are other threads, however quick it is */
        assert(write(1, text, sizeof text) == sizeof text);
    }
}
#else
static void change(void) {}
#endif

static int turns;

static void *work(void *who)
{
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        turns = turns * 2 + (who != NULL);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    change();
    for (long i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work, (void *)i);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
#ifdef HANGS
    int hangs = turns == 7; /* nobody else can end the loop */
    for (volatile int i = 0; hangs; i = i + 1) {
    }
#endif
#ifdef CRASHES
    if (turns == 7) {
        *(volatile int *)8 = turns;
    }
#endif
    return 0;
}
