// A message queue between two processes; with -DBUG, the sender takes a message itself.
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
    struct mq_attr at = {.mq_maxmsg = 2, .mq_msgsize = 8};
    mqd_t q = mq_open("/heddle-q", O_CREAT | O_RDWR, 0600, &at); assert(q != (mqd_t)-1);
    pid_t p = fork();
    if (p == 0) { char b[8]; assert(mq_receive(q, b, 8, 0) == 1 && b[0] == 'a'); assert(mq_receive(q, b, 8, 0) == 1 && b[0] == 'b'); _exit(0); }
    assert(mq_send(q, "a", 1, 0) == 0); assert(mq_send(q, "b", 1, 0) == 0);
#ifdef BUG
    char b[8]; assert(mq_receive(q, b, 8, 0) == 1);
#endif
    int st; assert(waitpid(p, &st, 0) == p && st == 0);
    mq_unlink("/heddle-q");
    return 0;
}
