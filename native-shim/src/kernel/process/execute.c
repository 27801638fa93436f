/* The program executes another one, which takes its place: for all its threads that is the end of the process. In a process that the program
 * has forked, see calls_alone. */
#define _GNU_SOURCE
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/process/process.h"
#include "kernel/signals/signal_points.h"
#include "model/ending.h"
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

static const char *name_of(const char *call) { return call + sizeof CALL_OF - 1; }

/* Before a call that executes a program, with CALL_OF; `there`: it will, as far as can be told. */
static void before(const char *call, bool there, uint64_t site) {
    signals_before_call(site);
    if (there) {
        calls_alone(call);
        note(HEDDLE_NOTE_UNCONTROLLED, 0, site, "%s: another program takes the place of this one", name_of(call));
        process_is_replaced(site);
    }
}

/* The call has failed. Where that was not foreseen, the other threads have lost their time already. */
static int after(const char *call, bool there, uint64_t site) {
    if (there) {
        unmodelled(name_of(call), site);
    }
    return -1;
}

static int executes_path(const char *call, const char *path, char *const arguments[], char *const environment[], uint64_t site) {
    bool there = running() && is_program(path);
    if (running()) {
        before(call, there, site);
    }
    REAL(execve)(path, arguments, environment);
    return after(call, there, site);
}

static int executes_file(const char *call, const char *file, char *const arguments[], char *const environment[], uint64_t site) {
    bool there = running() && (strchr(file, '/') ? is_program(file) : is_in_path(file));
    if (running()) {
        before(call, there, site);
    }
    REAL(execvpe)(file, arguments, environment);
    return after(call, there, site);
}

EXPORT int execv(const char *path, char *const arguments[]) {
    uint64_t site = SITE();
    return executes_path(CALL_OF "execv", path, arguments, environ, site);
}

EXPORT int execve(const char *path, char *const arguments[], char *const environment[]) {
    uint64_t site = SITE();
    return executes_path(CALL_OF "execve", path, arguments, environment, site);
}

EXPORT int execvp(const char *file, char *const arguments[]) {
    uint64_t site = SITE();
    return executes_file(CALL_OF "execvp", file, arguments, environ, site);
}

EXPORT int execvpe(const char *file, char *const arguments[], char *const environment[]) {
    uint64_t site = SITE();
    return executes_file(CALL_OF "execvpe", file, arguments, environment, site);
}

EXPORT int fexecve(int file, char *const arguments[], char *const environment[]) {
    uint64_t site = SITE();
    struct stat is;
    bool there = running() && REAL(fstat)(file, &is) == 0 && S_ISREG(is.st_mode) && (is.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH));
    if (running()) {
        before(CALL_OF "fexecve", there, site);
    }
    REAL(fexecve)(file, arguments, environment);
    return after(CALL_OF "fexecve", there, site);
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

static void gather(char *first, va_list arguments, char *out[]) {
    for (*out = first; *out;) {
        *++out = va_arg(arguments, char *);
    }
}

#define GATHER(first)                 \
    va_list rest;                     \
    va_start(rest, first);            \
    char *arguments[count(rest) + 1]; \
    gather((char *)(uintptr_t)(first), rest, arguments);

EXPORT int execl(const char *path, const char *first, ...) {
    uint64_t site = SITE();
    GATHER(first)
    va_end(rest);
    return executes_path(CALL_OF "execl", path, arguments, environ, site);
}

EXPORT int execlp(const char *file, const char *first, ...) {
    uint64_t site = SITE();
    GATHER(first)
    va_end(rest);
    return executes_file(CALL_OF "execlp", file, arguments, environ, site);
}

EXPORT int execle(const char *path, const char *first, ...) {
    uint64_t site = SITE();
    GATHER(first)
    char *const *environment = va_arg(rest, char *const *);
    va_end(rest);
    return executes_path(CALL_OF "execle", path, arguments, environment, site);
}
