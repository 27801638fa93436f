/* The end of the process, and other processes. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#include "process.h"
#include "runtime.h"

static uint64_t exit_site;
static int exit_status;

static void process_exit_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    (void)event;
    rt.shared->exiting = 1;
}
const struct rule process_exit_rule = {.apply = process_exit_apply};

/* The scheduling point before the process ends. From here on nothing is scheduled any more. */
static void leave(int status, uint64_t site) {
    if (running()) {
        point_on(HEDDLE_PROCESS_EXIT, NULL, (uint32_t)status, site);
        rt.mode = MODE_ENDING;
    }
}

/* Registered before main, so it runs after the program's own exit handlers. */
static void last_exit_handler(void) { leave(exit_status, exit_site); }

void process_prepare(void) { atexit(last_exit_handler); }

static _Noreturn void exit_from(int status, uint64_t site) {
    exit_site = site;
    exit_status = status;
    REAL(exit)(status);
    __builtin_unreachable();
}

void process_return(int status) { exit_from(status, 0); }

EXPORT void exit(int status) { exit_from(status, SITE()); }

EXPORT void quick_exit(int status) {
    leave(status, SITE());
    REAL(quick_exit)(status);
    __builtin_unreachable();
}

EXPORT void _exit(int status) {
    leave(status, SITE());
    REAL(_exit)(status);
    __builtin_unreachable();
}

EXPORT void _Exit(int status) {
    leave(status, SITE());
    REAL(_exit)(status);
    __builtin_unreachable();
}

EXPORT void abort(void) {
    leave(128 + SIGABRT, SITE());
    REAL(abort)();
    __builtin_unreachable();
}

static void assertion_failed(const char *expression, const char *file, unsigned line, const char *function,
                             uint64_t site) {
    if (running()) {
        note(HEDDLE_NOTE_ASSERTION, 0, site, "%s:%u: %s: %s", file, line, function ? function : "?", expression);
        leave(128 + SIGABRT, site);
        rt.shared->outcome = HEDDLE_ASSERTION;
    }
}

EXPORT void __assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
    assertion_failed(expression, file, line, function, SITE());
    REAL(__assert_fail)(expression, file, line, function);
    __builtin_unreachable();
}

void __assert_fail(const char *, const char *, unsigned, const char *);

void process_fail(const char *expression, const char *file, int line, const char *function) {
    assertion_failed(expression, file, (unsigned)line, function, SITE());
    fprintf(stderr, "%s:%d: %s: assertion failed: %s\n", file, line, function ? function : "?", expression);
    REAL(abort)();
}

/* ---- other processes: they run, but nobody controls them ---- */

static pid_t forked(pid_t child) {
    if (child == 0) {
        rt.mode = MODE_PASSIVE;
    }
    return child;
}

static void uncontrolled(const char *what, uint64_t site) {
    if (running()) {
        rt.shared->forked = 1;
        setpgid(0, 0); /* so that the zygote can end all of it */
        note(HEDDLE_NOTE_UNCONTROLLED, 0, site, "%s", what);
    }
}

EXPORT pid_t fork(void) {
    uncontrolled("fork: the new process is not controlled", SITE());
    return forked(REAL(fork)());
}

EXPORT pid_t vfork(void) {
    uncontrolled("vfork: the new process is not controlled", SITE());
    return forked(REAL(fork)());
}

EXPORT int system(const char *command) {
    uncontrolled("system: the command is not controlled", SITE());
    return REAL(system)(command);
}

EXPORT FILE *popen(const char *command, const char *mode) {
    uncontrolled("popen: the command is not controlled", SITE());
    return REAL(popen)(command, mode);
}
