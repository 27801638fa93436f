#define _GNU_SOURCE
#include "control.h"

#include "folder.h"
#include "message.h"
#include "server.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CLEAN = 0, IMPOSSIBLE = 2, NONE = 3 };

enum { START_TIME = 60000, STOP_TIME = 3000, PAUSE = 10 }; /* milliseconds */

bool control_is_meant(char *const *arguments) {
    static const char *const actions[] = {"--start", "--status", "--stop"};
    if (arguments[0] == NULL || strcmp(arguments[0], "server") != 0 || arguments[1] == NULL || arguments[2] != NULL) {
        return false;
    }
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        if (strcmp(arguments[1], actions[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* The state of the server that holds the lock of this name; false if none does. */
static bool read_state(int folder, const char *name, struct server_state *state) {
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    struct flock held = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    *state = (struct server_state){0, 0, 0};
    bool is_held = file >= 0 && fcntl(file, F_GETLK, &held) == 0 && held.l_type != F_UNLCK;
    if (is_held && pread(file, state, sizeof *state, 0) != sizeof *state) {
        *state = (struct server_state){0, 0, 0};
    }
    if (is_held) {
        state->server = held.l_pid;
    }
    if (file >= 0) {
        close(file);
    }
    return is_held;
}

static bool state_of(uint64_t key, struct server_state *state) {
    char name[NAME_SIZE];
    int folder = folder_open(false);
    folder_lock_name(key, name);
    bool is_there = folder >= 0 && read_state(folder, name, state);
    if (folder >= 0) {
        close(folder);
    }
    return is_there;
}

static int start(uint64_t key, char *const *java) {
    struct server_state state;
    int folder = folder_open(true);
    if (folder < 0) {
        fprintf(stderr, "heddle: the folder of servers cannot be used: %s (%s). It has to be this user's, with mode 0700.\n",
                folder_path(), errno == EPERM ? "others may enter it, or it is another's" : strerror(errno));
        return IMPOSSIBLE;
    }
    close(folder);
    if (!state_of(key, &state)) {
        server_spawn(key, java);
    }
    bool was_there = false;
    for (long end = milliseconds() + START_TIME; milliseconds() < end; poll(NULL, 0, PAUSE)) {
        bool is_there = state_of(key, &state);
        if (is_there && state.idle + state.busy > 0) {
            printf("heddle: server %d is ready\n", (int)state.server);
            return CLEAN;
        }
        if (was_there && !is_there) {
            break;
        }
        was_there = is_there;
    }
    fputs("heddle: no JVM of the server becomes ready: HEDDLE_SERVER_LOG=FILE has what they say\n", stderr);
    return IMPOSSIBLE;
}

static int status(uint64_t key) {
    struct server_state state;
    if (!state_of(key, &state)) {
        puts("heddle: no server");
        return NONE;
    }
    printf("heddle: server %d: %d waiting, %d at work\n", (int)state.server, state.idle, state.busy);
    return CLEAN;
}

/* Asks a server to leave. */
static void stop_one(const struct server_state *state) {
    int server = (int)syscall(SYS_pidfd_open, state->server, 0);
    struct pollfd ended = {.fd = server, .events = POLLIN};
    if (server < 0 || kill(state->server, SIGTERM) != 0) {
        return;
    }
    if (poll(&ended, 1, STOP_TIME) > 0) {
        printf("heddle: server %d has ended\n", (int)state->server);
    } else {
        printf("heddle: server %d ends when its commands have\n", (int)state->server);
    }
    close(server);
}

/* All of this user's servers. */
static int stop(void) {
    int folder = folder_open(false), count = 0;
    DIR *entries = folder >= 0 ? fdopendir(fcntl(folder, F_DUPFD_CLOEXEC, 3)) : NULL;
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        char *end;
        uint64_t key = strtoull(entry->d_name, &end, 16);
        struct server_state state;
        if (strcmp(end, ".lock") != 0) {
            continue;
        }
        if (read_state(folder, entry->d_name, &state)) {
            stop_one(&state);
            count++;
        } else {
            folder_sweep(folder, key);
        }
    }
    if (entries != NULL) {
        closedir(entries);
    }
    if (count == 0) {
        puts("heddle: no server");
    }
    return CLEAN;
}

int control_run(const char *action, const uint64_t *key, char *const *java) {
    if (strcmp(action, "--stop") == 0) {
        return stop();
    }
    if (key == NULL) {
        fputs("heddle: no server can be used where JAVA_TOOL_OPTIONS, _JAVA_OPTIONS, JDK_JAVA_OPTIONS or CLASSPATH is set\n",
              stderr);
        return IMPOSSIBLE;
    }
    return strcmp(action, "--start") == 0 ? start(*key, java) : status(*key);
}
