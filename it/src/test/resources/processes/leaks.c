// A forked process loses a block that it has allocated. Not told is what its parent has allocated, which its copy may lose: -DINHERITED. The
// process has threads besides with -DTHREADS, which have kept blocks of their own, and with -DAFTER the parent loses one while the child
// lives. The fix (-DFIXED): each frees its own.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void *_Atomic kept;
static char *inherited;

static void *work(void *unused) {
    char *own = malloc(32);
    kept = own;
    return unused;
}

static void lose(size_t size) {
    char *volatile block = malloc(size);
    memset(block, 1, size);
#ifdef FIXED
    free(block);
#endif
}

int main(void) {
    inherited = malloc(24);
    pid_t process = fork();
    if (process == 0) {
#ifdef INHERITED
        inherited = NULL;
#else
        lose(48);
#endif
#ifdef THREADS
        pthread_t thread;
        pthread_create(&thread, NULL, work, NULL);
        pthread_join(thread, NULL);
#else
        work(NULL);
#endif
        exit(0);
    }
#ifdef AFTER
    lose(40);
#endif
    waitpid(process, NULL, 0);
    free(inherited);
    return 0;
}
