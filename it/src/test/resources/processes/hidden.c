// What libc keeps for a process is each process's own: where strtok goes on, the buffer of gmtime, the environment, random numbers. A child
// goes on with a copy. With -DTHREADS two threads of the child use it, and race.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void use(const char *expected, time_t when, const char *value) {
    assert(strcmp(strtok(NULL, " "), expected) == 0);
    struct tm *day = gmtime(&when);
    setenv("WHO", value, 1);
    srand((unsigned)when);
    int first = rand();
    srand((unsigned)when);
    assert(rand() == first && day->tm_sec == when && strcmp(getenv("WHO"), value) == 0);
}

#ifdef THREADS
static void *tokens(void *unused) {
    char text[] = "x y";
    strtok(text, " ");
    return unused;
}
#endif

int main(void) {
    char text[] = "a b c d";
    strtok(text, " ");
    pid_t process = fork();
    if (process == 0) {
#ifdef THREADS
        pthread_t thread;
        pthread_create(&thread, NULL, tokens, NULL);
        tokens(NULL);
        pthread_join(thread, NULL);
#else
        use("b", 7, "child");
#endif
        _exit(0);
    }
    use("b", 5, "parent");
    int status;
    waitpid(process, &status, 0);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return 0;
}
