/* A worker goes on as long as the file of its lease is there. Another thread takes the lease away by a command. The worker looks twice, and takes it
 * for granted that nothing has changed in between. What commands do comes before or after each step of other threads.
 *
 * heddle: verdict=bug finding=assertion/assertion
 * heddle: verdict=bug finding=assertion/assertion args=-DBY=SYSTEM
 * heddle: verdict=bug finding=assertion/assertion args=-DBY=VFORK
 * heddle: verdict=bug finding=assertion/assertion args=-DBY=READ
 * heddle: verdict=bug finding=assertion/assertion args=-DBY=WRITE
 * heddle: verdict=clean args=-DFIXED
 * heddle: verdict=clean args=-DFIXED -DBY=SYSTEM
 * heddle: verdict=clean args=-DFIXED -DBY=VFORK
 * heddle: verdict=clean args=-DFIXED -DBY=READ
 * heddle: verdict=clean args=-DFIXED -DBY=WRITE
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define FORK 1
#define SYSTEM 2
#define VFORK 3
#define READ 4
#define WRITE 5
#ifndef BY
#define BY FORK
#endif

static char lease[] = "/tmp/lease-XXXXXX";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int run(const char *command) {
#if BY == SYSTEM
    return system(command);
#elif BY == READ
    char line[8] = "";
    FILE *output = popen(command, "r");
    assert(output && !fgets(line, sizeof line, output));
    return pclose(output);
#elif BY == WRITE
    FILE *input = popen("exec sh", "w");
    assert(input && fputs(command, input) >= 0);
    return pclose(input);
#else
    int status;
    pid_t child = BY == FORK ? fork() : vfork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    assert(waitpid(child, &status, 0) == child);
    return status;
#endif
}

static void *worker(void *unused) {
#ifdef FIXED
    pthread_mutex_lock(&lock);
#endif
    int before = access(lease, F_OK), after = access(lease, F_OK);
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
    assert(before == after);
    return unused;
}

int main(void) {
    char command[64];
    pthread_t thread;
    int file = mkstemp(lease);
    assert(file >= 0 && close(file) == 0);
    snprintf(command, sizeof command, "rm %s", lease);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    assert(run(command) == 0);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    assert(access(lease, F_OK) == -1);
    int status = run("exit 3");
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    status = run("kill -9 $$");
    assert(WIFSIGNALED(status) && WTERMSIG(status) == 9);
    return 0;
}
