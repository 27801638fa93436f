#define _GNU_SOURCE
#include "base/process_state.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>

#include "base/direct.h"
#include "base/real.h"

/* The text ends with a NUL. */
static void read_text(const char *path, char *text, unsigned long room) {
    long file = kernel_call(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    long length = file < 0 ? 0 : kernel_call(SYS_read, file, text, room - 1);
    if (file >= 0) {
        kernel_call(SYS_close, file);
    }
    text[length > 0 ? length : 0] = 0;
}

bool process_state(pid_t process, struct process_state *out) {
    char path[40], text[512];
    REAL(snprintf)(path, sizeof path, "/proc/%d/stat", (int)process);
    read_text(path, text, sizeof text);
    const char *name_end = strrchr(text, ')');
    unsigned long in_kernel = 0;
    bool all = name_end && REAL(sscanf)(name_end + 1, " %c %d %*d %*d %*d %*d %u %*u %*u %*u %*u %lu %lu", &out->state,
                                        &out->parent, &out->flags, &out->busy, &in_kernel) == 5;
    out->busy += in_kernel;
    return all;
}

pid_t process_of_descriptor(int descriptor) {
    char path[48], text[512];
    int process = 0;
    REAL(snprintf)(path, sizeof path, "/proc/self/fdinfo/%d", descriptor);
    read_text(path, text, sizeof text);
    const char *line = strstr(text, "\nPid:");
    return line && REAL(sscanf)(line, " Pid: %d", &process) == 1 && process > 0 ? process : 0;
}
