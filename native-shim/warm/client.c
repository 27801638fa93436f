#define _GNU_SOURCE
#include "client.h"

#include "folder.h"
#include "heap.h"
#include "message.h"
#include "protocol.h"
#include "relay.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char **environ;

static bool is_one_of(const char *word, const char *const *words) {
    for (; *words != NULL; words++) {
        if (strcmp(word, *words) == 0) {
            return true;
        }
    }
    return false;
}

bool client_is_check(char *const *arguments) {
    static const char *const checks[] = {"check", "test", NULL};
    return arguments[0] != NULL && is_one_of(arguments[0], checks);
}

/* Only descriptors 0 to 2 go along; a debugger needs the terminal itself; what works with other machines has classes of its own; a
 * JVM that is to use so much memory and no more is started with that. */
bool client_may_hand_over(char *const *arguments) {
    static const char *const commands[] = {"check", "test", "replay", "show", "explain", "init", NULL};
    if (arguments[0] == NULL || !is_one_of(arguments[0], commands) || heap_is_limited(arguments)) {
        return false;
    }
    bool is_own = true;
    for (char *const *word = arguments + 1; *word != NULL; word++) {
        is_own = is_own && strcmp(*word, "--") != 0;
        if (strstr(*word, "/fd/") != NULL ||
            (is_own && (strcmp(*word, "--gdb") == 0 || strncmp(*word, "--cluster", strlen("--cluster")) == 0))) {
            return false;
        }
    }
    return fcntl(0, F_GETFD) >= 0 && fcntl(1, F_GETFD) >= 0 && fcntl(2, F_GETFD) >= 0;
}

static uint32_t write_words(FILE *file, char *const *words) {
    uint32_t count = 0;
    for (; words[count] != NULL; count++) {
        fwrite(words[count], 1, strlen(words[count]) + 1, file);
    }
    return count;
}

static bool write_request(struct request *request, int words, char *const *arguments) {
    FILE *file = fdopen(fcntl(words, F_DUPFD_CLOEXEC, 3), "w");
    if (file == NULL) {
        return false;
    }
    mode_t mask = umask(0);
    umask(mask);
    *request = (struct request){.protocol = PROTOCOL, .umask = mask};
    request->arguments = write_words(file, arguments);
    request->variables = write_words(file, environ);
    return fclose(file) == 0;
}

/* Sends the command, and waits until a JVM has it: its process as a descriptor, or -1. */
static int hand_over(int server, char *const *arguments, long deadline) {
    struct request request;
    struct answer answer;
    int given[GIVEN] = {0, 1, 2, open(".", O_PATH | O_DIRECTORY | O_CLOEXEC), memfd_create("heddle", MFD_CLOEXEC)};
    bool is_sent = given[GIVEN_FOLDER] >= 0 && given[GIVEN_WORDS] >= 0 &&
                   write_request(&request, given[GIVEN_WORDS], arguments) &&
                   message_send(server, &request, sizeof request, given, GIVEN);
    close(given[GIVEN_FOLDER]);
    close(given[GIVEN_WORDS]);
    if (!is_sent || !message_awaits(server, deadline) || message_receive(server, &answer, sizeof answer, NULL, 0) != 1 ||
        answer.kind != TAKEN) {
        return -1;
    }
    int jvm = (int)syscall(SYS_pidfd_open, answer.value, 0);
    if (jvm >= 0 && !message_send(server, "", 1, NULL, 0)) {
        close(jvm);
        return -1;
    }
    return jvm;
}

bool client_run(uint64_t key, char *const *arguments) {
    long deadline = milliseconds() + HAND_OVER_TIME;
    int folder = folder_open(false);
    if (folder < 0) {
        return false;
    }
    /* does not wait: where too many connections wait already, this one fails */
    int server = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    struct sockaddr_un address = folder_address(folder, key);
    bool is_there = server >= 0 && connect(server, (struct sockaddr *)&address, sizeof address) == 0;
    close(folder);
    int jvm = is_there && message_is_ours(server) ? hand_over(server, arguments, deadline) : -1;
    if (jvm >= 0) {
        relay(server, jvm);
    }
    close(server);
    return is_there;
}
