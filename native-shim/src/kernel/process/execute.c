/* The program executes another one, which takes its place: for all its threads that is the end of the process. */
#define _GNU_SOURCE
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "core/candidates.h"
#include "kernel/process/commands.h"
#include "kernel/process/process.h"
#include "kernel/signals/signal_points.h"
#include "memory/memory.h"
#include "model/ending.h"
#include "model/fibers/processes.h"
#include "model/note.h"
#include "model/runtime.h"

#define WHERE_PROGRAMS_ARE "/bin:/usr/bin" /* libc's, where the environment does not say */

static bool is_program(const char *path) {
    struct stat file;
    return REAL(stat)(path, &file) == 0 && S_ISREG(file.st_mode) && REAL(access)(path, X_OK) == 0;
}

/* As execvp looks for it. */
static bool is_in_path(const char *name) {
    const char *folders = REAL(getenv)("PATH");
    folders = folders ? folders : WHERE_PROGRAMS_ARE;
    while (true) {
        size_t length = strcspn(folders, ":");
        char path[PATH_MAX];
        int written = REAL(snprintf)(path, sizeof path, "%.*s%s%s", (int)length, folders, length ? "/" : "", name);
        if (written < (int)sizeof path && is_program(path)) {
            return true;
        }
        if (!folders[length]) {
            return false;
        }
        folders += length + 1;
    }
}

/* A call: the program that it executes, by its path or by a name that is looked for. */
struct execution {
    const char *call; /* with CALL_OF */
    const char *file;
    bool by_path;
    char *const *arguments, *const *environment;
    uint64_t site;
};

static const char *name_of(const struct execution *e) { return e->call + sizeof CALL_OF - 1; }

static bool is_there(const struct execution *e) {
    return e->by_path || strchr(e->file, '/') ? is_program(e->file) : is_in_path(e->file);
}

/* In a process that was forked: a further one executes the command, to its end, and this one ends as that. Returns where it fails. */
static int runs_at_once(const struct execution *e) {
    int status;
    struct command command = {name_of(e), e->file, e->by_path, e->arguments, e->environment, NULL};
    int error = commands_run(&command, &status, e->site);
    if (error) {
        return fail_with(error);
    }
    if (WIFSIGNALED(status)) {
        outside.process_killed(WTERMSIG(status), e->site);
    }
    pass_site(e->site);
    _exit(WEXITSTATUS(status));
}

/* Outside of what is explored the call is libc's own. */
static int executes(struct execution e) {
    bool there = false;
    if (running()) {
        signals_before_call(e.site);
        there = is_there(&e);
    }
    if (there && is_of_forked() && commands_run_at_once()) {
        return runs_at_once(&e);
    }
    if (there) {
        calls_alone(e.call);
        note(HEDDLE_NOTE_UNCONTROLLED, 0, e.site, "%s: another program takes the place of this one", name_of(&e));
        process_is_replaced(e.site);
    }
    e.by_path ? REAL(execve)(e.file, e.arguments, e.environment) : REAL(execvpe)(e.file, e.arguments, e.environment);
    if (there) { /* which was not foreseen: the other threads have lost their time already */
        unmodelled(name_of(&e), e.site);
    }
    return -1;
}

EXPORT int execv(const char *path, char *const arguments[]) {
    return executes((struct execution){CALL_OF "execv", path, true, arguments, environ, SITE()});
}

EXPORT int execve(const char *path, char *const arguments[], char *const environment[]) {
    return executes((struct execution){CALL_OF "execve", path, true, arguments, environment, SITE()});
}

EXPORT int execvp(const char *file, char *const arguments[]) {
    return executes((struct execution){CALL_OF "execvp", file, false, arguments, environ, SITE()});
}

EXPORT int execvpe(const char *file, char *const arguments[], char *const environment[]) {
    return executes((struct execution){CALL_OF "execvpe", file, false, arguments, environment, SITE()});
}

EXPORT int fexecve(int file, char *const arguments[], char *const environment[]) {
    char path[32];
    uint64_t site = SITE();
    REAL(snprintf)(path, sizeof path, "/proc/self/fd/%d", file);
    return executes((struct execution){CALL_OF "fexecve", path, true, arguments, environment, site});
}

/* ---- arguments one by one, up to NULL ---- */

static int count(va_list arguments) {
    va_list each;
    va_copy(each, arguments);
    int count = 1;
    while (va_arg(each, char *)) {
        count++;
    }
    va_end(each);
    return count;
}

static void gather(char *first, va_list arguments, char *out[], uint64_t site) {
    for (*out = first; *out;) {
        memory_reads(*out, strlen(*out) + 1, site);
        *++out = va_arg(arguments, char *);
    }
}

#define GATHER(first)                 \
    va_list rest;                     \
    va_start(rest, first);            \
    char *arguments[count(rest) + 1]; \
    gather((char *)(uintptr_t)(first), rest, arguments, site);

EXPORT int execl(const char *path, const char *first, ...) {
    uint64_t site = SITE();
    GATHER(first)
    va_end(rest);
    return executes((struct execution){CALL_OF "execl", path, true, arguments, environ, site});
}

EXPORT int execlp(const char *file, const char *first, ...) {
    uint64_t site = SITE();
    GATHER(first)
    va_end(rest);
    return executes((struct execution){CALL_OF "execlp", file, false, arguments, environ, site});
}

EXPORT int execle(const char *path, const char *first, ...) {
    uint64_t site = SITE();
    GATHER(first)
    char *const *environment = va_arg(rest, char *const *);
    va_end(rest);
    return executes((struct execution){CALL_OF "execle", path, true, arguments, environment, site});
}
