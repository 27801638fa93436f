/* heddle-warm JAVA... org.heddle.cli.Main ARGUMENT...: what the launcher executes instead of that command where a server of warm JVMs is
 * or is wanted. Has one of them run it, or executes it after all: where none is there, or takes it in time.
 *
 * HEDDLE_SERVER: with 1, checks start a server where none is; with 0, no server is used.
 *
 * Exit status: the command's; 127 if Java cannot be executed. */
#include "client.h"
#include "control.h"
#include "folder.h"
#include "heap.h"
#include "key.h"
#include "server.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { USAGE = 2, NOT_EXECUTED = 127 };

static const char MAIN[] = "org.heddle.cli.Main";

static bool is_set_to(const char *variable, const char *value) {
    const char *set = getenv(variable);
    return set != NULL && strcmp(set, value) == 0;
}

/* arguments: among the words of the command */
static _Noreturn void run_here(int count, char **command, char *const *arguments) {
    struct heap_options options;
    char *limited[count + 3];
    if (heap_options(arguments, &options)) {
        limited[0] = command[0];
        limited[1] = options.heap; /* the JVM's own come first */
        limited[2] = options.buffers;
        memcpy(&limited[3], &command[1], (size_t)count * sizeof *command);
        command = limited;
    }
    execvp(command[0], command);
    fprintf(stderr, "heddle: cannot execute %s: %s\n", command[0], strerror(errno));
    exit(NOT_EXECUTED);
}

int main(int count, char **words) {
    char **command = words + 1, *java[count + 1];
    int length = 0;
    while (command[length] != NULL && strcmp(command[length], MAIN) != 0) {
        java[length] = command[length];
        length++;
    }
    java[length] = NULL;
    if (length == 0 || command[length] == NULL) {
        fprintf(stderr, "usage: heddle-warm JAVA... %s ARGUMENT...\n", MAIN);
        return USAGE;
    }
    char *const *arguments = command + length + 1;
    uint64_t key;
    if (control_is_meant(arguments)) {
        return control_run(arguments[1], key_of(java, &key) ? &key : NULL, java);
    }
    bool is_demanded = is_set_to("HEDDLE_SERVER", "1") && client_is_check(arguments);
    if (!is_set_to("HEDDLE_SERVER", "0") && (is_demanded || folder_is_there()) && client_may_hand_over(arguments) &&
        key_of(java, &key) && !client_run(key, arguments) && is_demanded) {
        server_spawn(key, java);
    }
    run_here(count - 1, command, arguments);
}
