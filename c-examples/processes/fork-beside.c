// A process is forked while a thread may be counting: its copy of the lock then stays locked for ever. Handlers of pthread_atfork, which
// take the lock before the fork, mend that (-DFIXED).
//
//   heddle check c-examples/processes/fork-beside.c
//
// heddle: verdict=bug kind=deadlock cause=held-at-fork
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counted;

static void count(void) {
    pthread_mutex_lock(&lock);
    counted++;
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused) {
    count();
    return unused;
}

static void before(void) { pthread_mutex_lock(&lock); }
static void after(void) { pthread_mutex_unlock(&lock); }

int main(void) {
    pthread_t worker;
#ifdef FIXED
    pthread_atfork(before, after, after);
#else
    (void)before, (void)after;
#endif
    pthread_create(&worker, NULL, work, NULL);
    pid_t child = fork();
    if (child == 0) {
        count();
        _exit(0);
    }
    waitpid(child, NULL, 0);
    pthread_join(worker, NULL);
    return counted == 1 ? 0 : 1;
}
