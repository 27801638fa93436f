#define _GNU_SOURCE
#include "spare.h"

#include "message.h"
#include "protocol.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CONTROL = 3 }; /* its end of the socket, in the JVM */

static void forget_client(struct spare *spare) {
    if (spare->client >= 0) {
        close(spare->client);
        spare->client = -1;
    }
}

/* In the child. */
static void become_jvm(char *const *command, int control, const sigset_t *blocked) {
    int log = -1, nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (getenv("HEDDLE_SERVER_LOG") != NULL) {
        log = open(getenv("HEDDLE_SERVER_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    }
    int kept = fcntl(control, F_DUPFD_CLOEXEC, CONTROL + 1);
    dup2(nothing, 0);
    dup2(nothing, 1);
    dup2(log >= 0 ? log : nothing, 2);
    dup2(kept, CONTROL);
    sigprocmask(SIG_SETMASK, blocked, NULL);
    execvp(command[0], command);
    _exit(127);
}

bool spare_start(struct spare *spare, char *const *command, const sigset_t *blocked) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
        return false;
    }
    pid_t process = fork();
    if (process == 0) {
        become_jvm(command, ends[1], blocked);
    }
    close(ends[1]);
    if (process < 0) {
        close(ends[0]);
        return false;
    }
    *spare = (struct spare){.state = WARMING, .process = process, .control = ends[0], .client = -1};
    return true;
}

bool spare_give(struct spare *spare, int client) {
    if (!message_send(spare->control, "", 1, &client, 1)) {
        return false;
    }
    spare->state = BUSY;
    spare->client = client;
    return true;
}

static void hang_up(struct spare *spare) {
    if (spare->control >= 0) {
        close(spare->control);
        spare->control = -1;
    }
}

void spare_hear(struct spare *spare) {
    char ready;
    if (message_receive(spare->control, &ready, 1, NULL, 0) == 1) {
        spare->state = IDLE;
        forget_client(spare);
    } else {
        hang_up(spare); /* it ends */
        spare->state = spare->state == IDLE ? LEAVING : spare->state;
    }
}

void spare_end(struct spare *spare, int status) {
    if (spare->client >= 0) {
        struct answer ended = {ENDED, status};
        message_send(spare->client, &ended, sizeof ended, NULL, 0);
        forget_client(spare);
    }
    hang_up(spare);
    spare->state = ABSENT;
}

void spare_dismiss(struct spare *spare) {
    hang_up(spare);
    spare->state = spare->state == BUSY ? BUSY : LEAVING;
}
