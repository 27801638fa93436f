/* Executions have a lock of the workers' folder: together as long as nobody changes files, else one at a time. An execution of which it turns out
 * that it is about to change the first file is run again (zygote_supply.c). */
#define _GNU_SOURCE
#include "zygote/files/alone.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/file.h>
#include <sys/syscall.h>

#include "base/direct.h"
#include "base/real.h"
#include "model/runtime.h"
#include "zygote/files/descriptors.h"

static int folder = -1; /* where there is none, nobody waits */
static bool is_held;

/* Cuts off the last name of the path. */
static bool cut(char *path) {
    char *slash = strrchr(path, '/');
    while (slash && slash > path && slash[-1] == '/') {
        slash--;
    }
    if (!slash || slash == path) {
        return false;
    }
    *slash = 0;
    return true;
}

void alone_prepare(const char *socket_path) {
    char path[PATH_MAX];
    if (strlen(socket_path) >= sizeof path) {
        return;
    }
    strcpy(path, socket_path);
    if (cut(path) && cut(path)) {
        int opened = REAL(open)(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        folder = opened < 0 ? -1 : descriptor_above(opened);
    }
}

void alone_begin(void) {
    is_held = true;
    long how = rt.program.changes_files ? LOCK_EX : LOCK_SH;
    while (folder >= 0 && direct_call(SYS_flock, folder, how, 0, 0) == -EINTR) {
    }
}

void alone_end(void) {
    is_held = false;
    if (folder >= 0) {
        direct_call(SYS_flock, folder, LOCK_UN, 0, 0);
    }
}

bool alone_pause(void) {
    bool was_held = is_held;
    if (was_held) {
        alone_end();
    }
    return was_held;
}
