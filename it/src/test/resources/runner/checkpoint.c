// The main thread sets up something for so long that a checkpoint behind it is worth it; then two threads take a lock three times each: 20
// executions. Each begins by asserting that all is as the set-up has left it, and then changes it. PLANT chooses what goes wrong in some.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int set_up, zero;
static _Thread_local int own = 1;
static char large[100000], *block, *mapped, first[8];
#define LARGE_BYTES ((size_t)136 << 20)
static volatile char *table;
static int file;
static FILE *stream;
static int *executions; // 0 of them, to each

static void on_user(int number) { (void)number; }
static void on_other(int number) { (void)number; }

// Some 15 ms of computing: far more than what is worth a checkpoint.
static unsigned long compute(void)
{
    unsigned long value = 1;
    for (unsigned i = 1; i < 3000000; i++) {
        value += value % i;
    }
    return value;
}

static void prepare(void)
{
    sigset_t some;
    pthread_mutex_lock(&lock);
    set_up = 5, own = 7, large[99999] = 3;
    pthread_mutex_unlock(&lock);
    block = malloc(200000);
    block[199999] = 4;
    mapped = mmap(NULL, 20000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mapped[19999] = 6;
    file = open("/etc/passwd", O_RDONLY);
    assert(read(file, first, 4) == 4);
    stream = fopen("/etc/passwd", "r");
    assert(stream && fgetc(stream) == first[0]);
    printf("written by the set-up\n");
    printf("and kept in a buffer");
    signal(SIGUSR2, on_user);
    sigemptyset(&some);
    sigaddset(&some, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &some, NULL);
    setenv("CHECKPOINT_TEST", "set-up", 1);
#ifdef COUNTS // at an address that the test knows
    executions = mmap((void *)0x7e0000000000, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    assert(executions == (void *)0x7e0000000000);
#endif
#ifdef KNOWS_ITSELF
    assert(getpid() > 1);
#endif
#ifdef MAKES_A_FILE
    char name[] = "made-XXXXXX";
    int made = mkstemp(name);
    assert(made >= 0 && unlink(name) == 0 && close(made) == 0);
#endif
#ifdef PIPE
    int ends[2];
    assert(pipe(ends) == 0 && write(ends[1], "x", 1) == 1);
#endif
#ifdef LARGE // more pages than an execution with threads may change
    table = malloc(LARGE_BYTES);
    for (size_t i = 0; i < LARGE_BYTES; i += 4096) {
        table[i] = 1;
    }
#endif
    assert(compute() != 0);
    errno = ENOTTY;
}

static void change(void)
{
    struct sigaction action;
    sigset_t blocked;
    assert(errno == ENOTTY);
    assert(set_up == 5 && zero == 0 && own == 7 && large[99999] == 3 && block[199999] == 4 && mapped[19999] == 6);
    assert(strcmp(getenv("CHECKPOINT_TEST"), "set-up") == 0);
    assert(lseek(file, 0, SEEK_CUR) == 4 && read(file, first + 4, 1) == 1);
    assert(pread(file, first + 5, 1, 4) == 1 && first[4] == first[5]);
    assert(fgetc(stream) == first[1]);
    sigaction(SIGUSR2, NULL, &action);
    pthread_sigmask(SIG_BLOCK, NULL, &blocked);
    assert(action.sa_handler == on_user && sigismember(&blocked, SIGUSR1) && !sigismember(&blocked, SIGTERM));
#ifdef LARGE
    assert(table[0] == 1 && table[4096] == 1 && table[LARGE_BYTES - 4096] == 1);
    table[0] = table[LARGE_BYTES - 4096] = 2;
#endif
    set_up = 6, zero = 1, own = 8, large[99999] = 1, block[199999] = 1, mapped[19999] = 1;
    char *another = mmap(NULL, 20000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(another[19999] == 0);
    another[19999] = 1;
    free(block);
    block = malloc(300000);
    memset(block, 1, 300000);
    setenv("CHECKPOINT_TEST", "changed", 1);
    printf("written later");
    signal(SIGUSR2, on_other);
    sigaddset(&blocked, SIGTERM);
    pthread_sigmask(SIG_SETMASK, &blocked, NULL);
    assert(close(file) == 0 && fclose(stream) == 0 && open("/dev/null", O_RDONLY) == file);
}

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
    prepare();
    for (long i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work, (void *)i);
        if (i == 0) {
            change();
        }
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
#ifdef COUNTS
    if ((*executions)++ > 0) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
    }
#endif
#ifdef CRASHES
    if (turns == 7) {
        *(volatile int *)8 = turns;
    }
#endif
#ifdef PRINTS
    printf(" in the order %d", turns);
    exit(turns == 7 ? 3 : 0);
#endif
    return 0;
}
