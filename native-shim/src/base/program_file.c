#define _GNU_SOURCE
#include "base/program_file.h"

#include <limits.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#define STEADY "/heddle-steady"

/* What the kernel executes. */
static const char *executed(void) {
    static char path[PATH_MAX];
    if (!path[0]) {
        ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
        path[length < 0 ? 0 : length] = 0;
    }
    return path;
}

static bool is_steady(const char *path) {
    size_t length = strlen(path);
    return length >= sizeof STEADY - 1 && strcmp(path + length - (sizeof STEADY - 1), STEADY) == 0;
}

const char *program_file(void) {
    const char *path = executed(), *given = (const char *)getauxval(AT_EXECFN);
    return is_steady(path) && given ? given : path;
}

bool program_start(struct program_start *start) {
    *start = (struct program_start){.path = executed()};
    if (is_steady(start->path)) {
        start->before[0] = start->path;
        start->before[1] = program_file();
        start->before_count = 2;
    }
    return start->path[0] != 0;
}
