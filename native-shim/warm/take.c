/* libheddle-warm.so: what a JVM calls to take a command of a client, and to give it back. heddle-warm is the other end.
 * Its Java declarations are in org.heddle.server.os.WarmLibrary. */
#define _GNU_SOURCE
#include "folder.h"
#include "message.h"
#include "protocol.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

enum { CLIENT_TIME = 1000 }; /* milliseconds; a client that lives takes HAND_OVER_TIME at most */

enum { CONNECTION, WORDS, ARGUMENTS, VARIABLES }; /* of what heddle_warm_take returns */

/* The JVM's own standard streams. */
static int own[GIVEN_FOLDER];

__attribute__((constructor)) static void keep_own_streams(void) {
    for (int i = 0; i < GIVEN_FOLDER; i++) {
        own[i] = fcntl(i, F_DUPFD_CLOEXEC, GIVEN_FOLDER);
    }
}

/* Tells the server that this JVM is ready. */
EXPORT int heddle_warm_ready(int control) { return message_send(control, "", 1, NULL, 0) ? 0 : -1; }

static void close_all(const int *descriptors, int count) {
    for (int i = 0; i < count; i++) {
        close(descriptors[i]);
    }
}

/* Waits for a command, and makes its standard streams, working folder and mask of file modes this process's own. 1: taken holds the
 * connection, the file with its words, and the numbers of arguments and variables in it; 0: the client is not there any more;
 * -1: the server is not. */
EXPORT int heddle_warm_take(int control, int *taken) {
    char byte;
    int connection, given[GIVEN];
    if (message_receive(control, &byte, 1, &connection, 1) != 1) {
        return -1;
    }
    struct request request;
    if (!message_is_ours(connection) || !message_awaits(connection, milliseconds() + CLIENT_TIME) ||
        message_receive(connection, &request, sizeof request, given, GIVEN) != 1) {
        close(connection);
        return 0;
    }
    bool is_set = request.protocol == PROTOCOL && fchdir(given[GIVEN_FOLDER]) == 0;
    for (int i = 0; i < GIVEN_FOLDER; i++) {
        is_set = is_set && dup2(given[i], i) == i;
    }
    umask(request.umask);
    close_all(given, GIVEN_WORDS);
    if (!is_set) {
        close(given[GIVEN_WORDS]);
        close(connection);
        return 0;
    }
    taken[CONNECTION] = connection;
    taken[WORDS] = given[GIVEN_WORDS];
    taken[ARGUMENTS] = (int)request.arguments;
    taken[VARIABLES] = (int)request.variables;
    return 1;
}

/* Makes the variables that lie behind so many arguments in a file of words the C library's environment, and closes the file. */
EXPORT int heddle_warm_set_environment(int words, int arguments, int variables) {
    struct stat is;
    if (fstat(words, &is) != 0 || is.st_size == 0) {
        return -1;
    }
    static char *text; /* of the last command */
    static char **environment;
    free(text);
    free(environment);
    text = malloc((size_t)is.st_size);
    environment = calloc((size_t)variables + 1, sizeof *environment);
    if (text == NULL || environment == NULL || pread(words, text, (size_t)is.st_size, 0) != is.st_size) {
        return -1;
    }
    char *next = text, *end = text + is.st_size;
    for (int i = 0; i < arguments + variables && next < end; i++, next += strlen(next) + 1) {
        if (i >= arguments) {
            environment[i - arguments] = next;
        }
    }
    extern char **environ;
    environ = environment;
    close(words);
    return 0;
}

/* Tells the client that its command has been taken. 1: it is to run; 0: the client does not wait for it any more. */
EXPORT int heddle_warm_begin(int connection) {
    struct answer taken = {TAKEN, getpid()};
    char go;
    return message_send(connection, &taken, sizeof taken, NULL, 0) && message_awaits(connection, milliseconds() + CLIENT_TIME) &&
           message_receive(connection, &go, 1, NULL, 0) == 1;
}

/* Returns when the client has gone, or heddle_warm_finish has been called. */
EXPORT void heddle_warm_await_hang_up(int connection) {
    struct pollfd end = {.fd = connection, .events = POLLRDHUP};
    while (poll(&end, 1, -1) < 0 && errno == EINTR) {
    }
}

/* Gives back the standard streams and the working folder, and tells the client the exit code. The connection stays open. */
EXPORT int heddle_warm_finish(int connection, int code) {
    for (int i = 0; i < GIVEN_FOLDER; i++) {
        dup2(own[i], i);
    }
    int result = chdir("/");
    struct answer done = {DONE, code};
    message_send(connection, &done, sizeof done, NULL, 0);
    shutdown(connection, SHUT_RDWR);
    return result;
}

/* Removes the files of a server that was killed. */
EXPORT void heddle_warm_sweep(long key) {
    int folder = folder_open(false);
    if (folder >= 0) {
        folder_sweep(folder, (uint64_t)key);
        close(folder);
    }
}
