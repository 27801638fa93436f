#include "conformance.h"

#include <sys/wait.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void say(const char *text) { write(1, text, strlen(text)); }
static void prepare(void) {
    say("prepare\n");
    pthread_mutex_lock(&mutex);
}
static void parent(void) { pthread_mutex_unlock(&mutex); }
static void child(void) {
    say("child\n");
    pthread_mutex_unlock(&mutex);
}
static void prepare_first(void) { say("prepare first\n"); }

static void *forks(void *unused) {
    pid_t made = fork();
    if (made == 0) {
        say(pthread_mutex_trylock(&mutex) == 0 ? "the child has the mutex\n" : "the mutex is locked\n");
        _exit(7);
    }
    int status = 0;
    waitpid(made, &status, 0);
    SHOW(WEXITSTATUS(status));
    CALL(pthread_mutex_trylock(&mutex));
    return unused;
}

int main(void) {
    setvbuf(stdout, NULL, _IONBF, 0);
    CALL(pthread_atfork(prepare, parent, child));
    CALL(pthread_atfork(prepare_first, NULL, NULL));
    run(forks, NULL);
    return 0;
}
