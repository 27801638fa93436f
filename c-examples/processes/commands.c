/* A program starts another one, which writes to a pipe, and reads that. Nobody controls the other program, so nothing is proved; but what the
 * program itself does wrong is found.
 *
 * heddle: verdict=inconclusive args=-DFIXED
 * heddle: verdict=inconclusive args=-DFIXED -DBY_FORK
 * heddle: verdict=bug finding=deadlock/lock-cycle
 */
#include <assert.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER, table_lock = PTHREAD_MUTEX_INITIALIZER;
static int answers;

static pid_t start(char *const arguments[], int output) {
    pid_t child;
#ifdef BY_FORK
    child = fork();
    if (child == 0) {
        dup2(output, STDOUT_FILENO);
        execvp(arguments[0], arguments);
        _exit(127);
    }
#else
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    assert(posix_spawnp(&child, arguments[0], &actions, NULL, arguments, environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
#endif
    return child;
}

static void ask(void) {
    char *arguments[] = {"echo", "yes", NULL};
    char text[8] = "";
    int ends[2], status;
    assert(pipe(ends) == 0);
    pid_t child = start(arguments, ends[1]);
    close(ends[1]);
    assert(read(ends[0], text, sizeof text - 1) == 4 && strcmp(text, "yes\n") == 0);
    close(ends[0]);
    assert(waitpid(child, &status, 0) == child && status == 0);
}

static void *asks(void *unused) {
    pthread_mutex_lock(&log_lock);
    ask();
    pthread_mutex_lock(&table_lock);
    answers++;
    pthread_mutex_unlock(&table_lock);
    pthread_mutex_unlock(&log_lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, asks, NULL);
#ifdef FIXED
    pthread_mutex_lock(&log_lock);
    pthread_mutex_lock(&table_lock);
#else
    pthread_mutex_lock(&table_lock);
    pthread_mutex_lock(&log_lock);
#endif
    answers++;
    pthread_mutex_unlock(&log_lock);
    pthread_mutex_unlock(&table_lock);
    pthread_join(thread, NULL);
    return 0;
}
