/* A program that executes another one ends for all its threads, at any moment of theirs.
 *
 * heddle: verdict=bug finding=assertion/assertion args=-DHOW=execv
 * heddle: verdict=bug finding=assertion/assertion args=-DHOW=execve
 * heddle: verdict=bug finding=assertion/assertion args=-DHOW=execvp
 * heddle: verdict=bug finding=assertion/assertion args=-DHOW=execvpe
 * heddle: verdict=bug finding=assertion/assertion args=-DHOW=execl
 * heddle: verdict=bug finding=assertion/assertion args=-DHOW=execlp
 * heddle: verdict=bug finding=assertion/assertion args=-DHOW=execle
 * heddle: verdict=bug finding=assertion/assertion args=-DHOW=fexecve
 * heddle: verdict=bug finding=assertion/assertion args=-DHOW=system
 * heddle: verdict=clean executions=5 args=-DHOW=execv -DFIXED
 * heddle: verdict=bug finding=exit-code/status-1 args=-DHOW=failing -DFIXED
 * heddle: verdict=clean executions=3 args=-DHOW=missing -DFIXED
 * heddle: verdict=bug races=1 args=-DHOW=word1 -DFIXED
 * heddle: verdict=bug races=1 args=-DHOW=word2 -DFIXED
 * heddle: verdict=bug races=1 args=-DHOW=word3 -DFIXED
 */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char **environ;
static atomic_int step;
static char word[] = "word";

static void *work(void *unused) {
    step = 1;
#ifndef FIXED
    assert(step != 1);
#endif
    step = 2;
    word[0] = 'W';
    return unused;
}

#define PATH "/bin/true"
#define CALL_execv execv(PATH, arguments)
#define CALL_execve execve(PATH, arguments, environ)
#define CALL_execvp execvp("true", arguments)
#define CALL_execvpe execvpe("true", arguments, environ)
#define CALL_execl execl(PATH, "true", (char *)NULL)
#define CALL_execlp execlp("true", "true", (char *)NULL)
#define CALL_execle execle(PATH, "true", (char *)NULL, environ)
#define CALL_fexecve fexecve(open(PATH, O_RDONLY | O_CLOEXEC), arguments, environ)
#define CALL_system syscall(SYS_execve, PATH, arguments, environ)
#define CALL_failing execlp("false", "false", (char *)NULL)
#define CALL_word1 execl("/none", word, (char *)NULL)
#define CALL_word2 execlp("no-such-program", "none", word, (char *)NULL)
#define CALL_word3 execle("/none", "none", "word", word, (char *)NULL, environ)
#define CALL_missing execute_none(arguments)
#define JOINED(a, b) a##b
#define CALL(how) JOINED(CALL_, how)

static int execute_none(char *arguments[]) {
    assert(execvp("no-such-program", arguments) == -1 && execv("/bin", arguments) == -1);
    return step < 0;
}

int main(void) {
    char *arguments[] = {"true", NULL};
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    (void)arguments, (void)execute_none;
    (void)!CALL(HOW);
    pthread_join(thread, NULL);
    return 0;
}
