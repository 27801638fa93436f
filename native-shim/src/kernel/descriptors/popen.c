/* popen. A command that runs at once writes to a file, which is read after its end, or reads what has been written to one by the
 * time of pclose. */
#define _GNU_SOURCE
#include "kernel/descriptors/popen.h"

#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/outside/other_processes.h"
#include "kernel/process/commands.h"
#include "kernel/signals/signal_points.h"
#include "memory/life.h"
#include "model/ending.h"
#include "model/runtime.h"

#define MOST_STREAMS 64
#define LONGEST 4096 /* of a command that runs at pclose, in bytes; a longer one runs without control */

static struct stream {
    FILE *file; /* NULL: unused */
    uint32_t process; /* whose */
    bool is_input; /* of the command, which is still to run */
    int status;
    char command[LONGEST];
} streams[MOST_STREAMS];

static struct stream *stream_of(const FILE *file) {
    for (int i = 0; i < MOST_STREAMS; i++) {
        if (streams[i].file == file && (!file || streams[i].process == rt.current->process)) {
            return &streams[i];
        }
    }
    return NULL;
}

/* To its end; with the file for its standard input or output. Returns its status, or -1 with errno. */
static int run(const char *command, int file, int stands_for, const char *call, uint64_t site) {
    char *arguments[] = {"sh", "-c", (char *)(uintptr_t)command, NULL};
    posix_spawn_file_actions_t actions;
    struct command shell = {call, "/bin/sh", true, arguments, environ, &actions};
    int status;
    commands_are_made();
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, file, stands_for);
    int error = commands_run(&shell, &status, site);
    posix_spawn_file_actions_destroy(&actions);
    return error ? fail_with(error) : status;
}

static FILE *opened(const char *command, bool is_input, bool closes, uint64_t site) {
    int file = REAL(memfd_create)("command", closes ? MFD_CLOEXEC : 0);
    int status = file < 0 || is_input ? 0 : run(command, file, STDOUT_FILENO, "popen", site);
    FILE *made = file < 0 || status < 0 || REAL(lseek)(file, 0, SEEK_SET) < 0
                     ? NULL
                     : ALLOCATING(site, REAL(fdopen)(file, is_input ? "w" : "r"));
    if (!made) {
        if (file >= 0) {
            REAL(close)(file);
        }
        return NULL;
    }
    struct stream *stream = stream_of(NULL);
    *stream = (struct stream){.file = made, .process = rt.current->process, .is_input = is_input, .status = status};
    if (is_input) {
        strcpy(stream->command, command);
    }
    return made;
}

EXPORT FILE *popen(const char *command, const char *mode) {
    uint64_t site = SITE();
    bool is_known = mode[0] == 'r' || mode[0] == 'w';
    if (running()) {
        signals_before_call(site);
    }
    if (is_known && commands_run_at_once() && stream_of(NULL) && strlen(command) < LONGEST) {
        return opened(command, mode[0] == 'w', strchr(mode, 'e') != NULL, site);
    }
    CALLS_ALONE("popen");
    other_processes_uncontrolled("popen: the command is not controlled", site);
    return REAL(popen)(command, mode);
}

bool popen_finish(FILE *file, int *status, uint64_t site) {
    struct stream *stream = running() && file ? stream_of(file) : NULL;
    if (!stream) {
        return false;
    }
    signals_before_call(site);
    *status = stream->status;
    if (stream->is_input) {
        REAL(fflush)(file);
        REAL(lseek)(file->_fileno, 0, SEEK_SET);
        *status = run(stream->command, file->_fileno, STDIN_FILENO, "pclose", site);
    }
    stream->file = NULL;
    return true;
}
