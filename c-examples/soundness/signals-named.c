// A handler that takes a mutex of its own runs before each operation on another one. Both lie in memory whose addresses are not its names:
// pages that are mapped twice, or with -DFORK memory that a forked process has for itself. What the handler does is not taken for what the
// interrupted thread is about to do. The fix is for -DBUG, where both take the same mutex: the signal is blocked meanwhile.
//
//   heddle check c-examples/soundness/signals-named.c
//
// heddle: verdict=clean
// heddle: verdict=bug kind=deadlock cause=self-lock args=-DBUG
// heddle: verdict=clean args=-DBUG -DFIXED
// heddle: verdict=clean args=-DFORK
// heddle: verdict=bug kind=deadlock cause=self-lock args=-DFORK -DBUG
// heddle: verdict=clean args=-DFORK -DBUG -DFIXED
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef BUG
#define OF_HANDLER 0
#else
#define OF_HANDLER 1
#endif

static pthread_mutex_t *locks;
static int counted, handled;

static void on_signal(int number) {
    pthread_mutex_lock(&locks[OF_HANDLER]);
    handled += number == SIGUSR1;
    pthread_mutex_unlock(&locks[OF_HANDLER]);
}

static void mask(int how) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(how, &set, NULL);
}

static void *count(void *unused) {
#ifdef FIXED
    mask(SIG_BLOCK);
#endif
    pthread_mutex_lock(&locks[0]);
    counted++;
    pthread_mutex_unlock(&locks[0]);
#ifdef FIXED
    mask(SIG_UNBLOCK);
#endif
    return unused;
}

static void serve(void) {
    pthread_t thread;
    pthread_mutex_init(&locks[0], NULL);
    pthread_mutex_init(&locks[1], NULL);
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGUSR1, &action, NULL);
    pthread_create(&thread, NULL, count, NULL);
    pthread_kill(thread, SIGUSR1);
    pthread_join(thread, NULL);
    assert(counted == 1 && handled <= 1);
}

#ifdef FORK
static pthread_mutex_t own[2];

int main(void) {
    locks = own;
    pid_t process = fork();
    if (process == 0) {
        serve();
        _exit(0);
    }
    int status;
    waitpid(process, &status, 0);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return 0;
}
#else
int main(void) {
    int memory = memfd_create("locks", 0);
    size_t size = 4096;
    assert(memory >= 0 && ftruncate(memory, (off_t)size) == 0);
    void *first = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    locks = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    assert(first != MAP_FAILED && locks != MAP_FAILED);
    serve();
    return 0;
}
#endif
