// A process that waits for room in a message queue is killed there: the queue goes on. -DHANDLED: it is interrupted, and fails with EINTR;
// -DRESTARTED: it waits on.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void nothing(int number) { (void)number; }

int main(void) {
    struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = 1};
    mqd_t queue = mq_open("/queue-killed", O_CREAT | O_RDWR, 0600, &attributes);
    mq_unlink("/queue-killed");
    char byte = 0;
    assert(mq_send(queue, &byte, 1, 0) == 0);
#if defined HANDLED || defined RESTARTED
    struct sigaction action = {.sa_handler = nothing};
#ifdef RESTARTED
    action.sa_flags = SA_RESTART;
#endif
    sigaction(SIGUSR1, &action, NULL);
    int number = SIGUSR1;
#else
    int number = SIGKILL;
#endif
    pid_t child = fork();
    if (child == 0) {
        int error = mq_send(queue, &byte, 1, 0);
        exit(error == 0 ? 3 : errno == EINTR ? 4 : 5);
    }
    kill(child, number);
    assert(mq_receive(queue, &byte, 1, NULL) == 1);
    int status;
    assert(waitpid(child, &status, 0) == child);
#if defined RESTARTED
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
#elif defined HANDLED
    assert(WIFEXITED(status) && (WEXITSTATUS(status) == 3 || WEXITSTATUS(status) == 4));
#ifdef NEVER
    assert(WEXITSTATUS(status) != NEVER);
#endif
#else
    assert((WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) || WEXITSTATUS(status) == 3);
#endif
    return 0;
}
