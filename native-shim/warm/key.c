#define _GNU_SOURCE
#include "key.h"

#include "protocol.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char **environ;

static uint64_t sum;

/* FNV-1a. */
static void add(const void *bytes, size_t length) {
    const unsigned char *next = bytes;
    while (length-- > 0) {
        sum = (sum ^ *next++) * 0x100000001b3;
    }
}

static void add_text(const char *text) { add(text, strlen(text) + 1); }

static void add_number(int64_t number) { add(&number, sizeof number); }

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

static bool begins_with_one_of(const char *text, const char *const *beginnings) {
    for (; *beginnings != NULL; beginnings++) {
        if (begins(text, *beginnings)) {
            return true;
        }
    }
    return false;
}

static bool is_own(const char *name) { return strcmp(name, ".") != 0 && strcmp(name, "..") != 0; }

/* A file as it is now, or all that is below a folder. */
static void add_file(const char *path) {
    struct stat is;
    add_text(path);
    if (stat(path, &is) != 0) {
        return;
    }
    add_number((int64_t)is.st_dev);
    add_number((int64_t)is.st_ino);
    add_number(is.st_mtim.tv_sec);
    add_number(is.st_mtim.tv_nsec);
    add_number(is.st_size);
    if (!S_ISDIR(is.st_mode)) {
        return;
    }
    struct dirent **entries;
    int count = scandir(path, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char inner[PATH_MAX];
        if (is_own(entries[i]->d_name) && snprintf(inner, sizeof inner, "%s/%s", path, entries[i]->d_name) < (int)sizeof inner) {
            add_file(inner);
        }
        free(entries[i]);
    }
    if (count >= 0) {
        free(entries);
    }
}

/* Jars and folders, apart by colons; FOLDER followed by an asterisk are all jars in it. */
static void add_class_path(const char *path) {
    char copy[strlen(path) + 1], *rest = copy, *entry;
    strcpy(copy, path);
    while ((entry = strsep(&rest, ":")) != NULL) {
        size_t length = strlen(entry);
        if (length >= 2 && strcmp(entry + length - 2, "/*") == 0) {
            entry[length - 2] = '\0';
        }
        add_file(entry);
    }
}

static void add_program(const char *name) {
    const char *path = getenv("PATH");
    if (strchr(name, '/') != NULL || path == NULL) {
        add_file(name);
        return;
    }
    char copy[strlen(path) + 1], *rest = copy, *folder, file[PATH_MAX];
    strcpy(copy, path);
    while ((folder = strsep(&rest, ":")) != NULL) {
        if (snprintf(file, sizeof file, "%s/%s", folder, name) < (int)sizeof file && access(file, X_OK) == 0) {
            add_file(file);
            return;
        }
    }
}

/* Options that begin with -X only say how the JVM does its work. */
static void add_command(char *const *command) {
    add_program(command[0]);
    for (char *const *word = command + 1; *word != NULL; word++) {
        if (begins(*word, "-X")) {
            continue;
        }
        add_text(*word);
        if (strcmp(*word, "-cp") == 0 && word[1] != NULL) {
            add_class_path(*++word);
        } else if (begins(*word, "-Dheddle.")) {
            add_file(strchr(*word, '=') != NULL ? strchr(*word, '=') + 1 : "");
        }
    }
}

/* Lines of a file of /proc; those with one of these beginnings, or all. */
static void add_lines(const char *path, const char *const *beginnings) {
    FILE *file = fopen(path, "re");
    char line[4096];
    add_text(path);
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (beginnings == NULL || begins_with_one_of(line, beginnings)) {
            add_text(line);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}

static void add_link(const char *path) {
    char target[PATH_MAX];
    ssize_t length = readlink(path, target, sizeof target);
    add(target, length > 0 ? (size_t)length : 0);
}

static void add_process(void) {
    static const char *const lines[] = {"Uid:",
                                        "Gid:",
                                        "Groups:",
                                        "Cap",
                                        "NoNewPrivs:",
                                        "Seccomp:",
                                        "SigBlk:",
                                        "SigIgn:",
                                        "Cpus_allowed_list:",
                                        "Mems_allowed_list:",
                                        NULL};
    static const char *const spaces[] = {"cgroup", "ipc", "mnt", "net", "pid", "pid_for_children", "time", "user", "uts", NULL};
    add_lines("/proc/self/status", lines);
    add_lines("/proc/self/limits", NULL);
    add_lines("/proc/self/cgroup", NULL);
    add_lines("/proc/self/oom_score_adj", NULL);
    add_lines("/proc/self/personality", NULL);
    add_link("/proc/self/root");
    for (const char *const *space = spaces; *space != NULL; space++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "/proc/self/ns/%s", *space);
        add_link(path);
    }
    add_number(getpriority(PRIO_PROCESS, 0));
    add_number(sched_getscheduler(0));
    add_number(syscall(SYS_ioprio_get, 1, 0));
}

/* What the C library and the JVM look at once, when they start; in whatever order it comes. */
static bool add_environment(void) {
    static const char *const java[] = {"JAVA_TOOL_OPTIONS=", "_JAVA_", "JDK_JAVA_OPTIONS=", "CLASSPATH=", NULL};
    static const char *const early[] = {"LANG", "LC_", "TZ", "LD_", "MALLOC_", "GLIBC_", "LOCPATH=", "NLSPATH=", NULL};
    uint64_t before = sum, variables = 0;
    for (char **variable = environ; *variable != NULL; variable++) {
        if (begins_with_one_of(*variable, java)) {
            return false;
        }
        if (begins_with_one_of(*variable, early)) {
            sum = before;
            add_text(*variable);
            variables += sum;
        }
    }
    sum = before + variables;
    return true;
}

bool key_of(char *const *command, uint64_t *key) {
    sum = 0xcbf29ce484222325;
    add_number(PROTOCOL);
    add_command(command);
    add_process();
    bool can_be_shared = add_environment();
    *key = sum;
    return can_be_shared;
}
