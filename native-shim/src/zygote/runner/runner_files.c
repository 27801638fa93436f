/* Descriptors: those that the execution has opened are closed when it is over. A call that changes any other leaves the runner. */
#define _GNU_SOURCE
#include "zygote/runner/runner_files.h"

#include <asm/termbits.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>

#include "base/direct.h"
#include "zygote/runner/checkpoint/base_files.h"
#include "zygote/runner/runner_memory.h"
#include "zygote/runner/runner_state.h"
#include "zygote/runner/runner_transfers.h"

static bool is_opened_here(long file) {
    return file >= 0 && file < MOST_FILES && runner->kernel.files[file / 64] >> file % 64 & 1;
}

static void opened(long number, long file) {
    if (file >= MOST_FILES) {
        direct_call(SYS_close, file, 0, 0, 0);
        calls_refuse(number);
    }
    if (file >= 0) {
        runner->kernel.files[file / 64] |= 1ull << file % 64;
        runner->kernel.has_files = true;
    }
}

long open_one(long number, const long a[6]) {
    long file = direct_make(number, a);
    opened(number, file);
    return file;
}

/* What a path below /proc shows depends on the process. */
static long open_path(long number, const long a[6], long path, long flags) {
    runner->kernel.is_unique |= flags & (O_ACCMODE | O_CREAT | O_TRUNC);
    if (strncmp((const char *)path, "/proc/", 6) == 0) {
        calls_refuse(number);
    }
    return open_one(number, a);
}

long open_file(long number, const long a[6]) { return open_path(number, a, a[0], number == SYS_creat ? O_CREAT : a[1]); }

long open_file_at(long number, const long a[6]) { return open_path(number, a, a[1], a[2]); }

static long open_two(long number, const long a[6], int *files) {
    memory_fill((uint64_t)(uintptr_t)files, 2 * sizeof *files);
    long result = direct_make(number, a);
    if (result == 0) {
        opened(number, files[0]);
        opened(number, files[1]);
    }
    return result;
}

long open_pipe(long number, const long a[6]) { return open_two(number, a, (int *)a[0]); }

long open_socket_pair(long number, const long a[6]) { return open_two(number, a, (int *)a[3]); }

long close_one(long number, const long a[6]) {
    long file = (int)a[0];
    if (is_opened_here(file)) {
        runner->kernel.files[file / 64] &= ~(1ull << file % 64);
    } else if (!base_files_close(file) && direct_call(SYS_fcntl, file, F_GETFD, 0, 0) >= 0) {
        calls_refuse(number);
    }
    return direct_make(number, a);
}

long duplicate_to(long number, const long a[6]) {
    long to = (int)a[1];
    if (a[0] != a[1] && !is_opened_here(to) && direct_call(SYS_fcntl, to, F_GETFD, 0, 0) >= 0) {
        calls_refuse(number);
    }
    long result = direct_make(number, a);
    if (a[0] != a[1]) {
        opened(number, result);
    }
    return result;
}

long control_file(long number, const long a[6]) {
    switch (a[1]) {
        case F_GETFD:
        case F_GETFL:
            return direct_make(number, a);
        case F_SETFL: /* of the open file, which processes share */
        case F_SETFD:
            if (!is_opened_here((int)a[0])) {
                calls_refuse(number);
            }
            return direct_make(number, a);
        case F_DUPFD:
        case F_DUPFD_CLOEXEC:
            return open_one(number, a);
        default:
            calls_refuse(number);
    }
}

long control_device(long number, const long a[6]) {
    switch ((unsigned)a[1]) {
        case TCGETS:
            memory_fill((uint64_t)a[2], sizeof(struct termios));
            return direct_make(number, a);
        case TIOCGWINSZ:
            memory_fill((uint64_t)a[2], sizeof(struct winsize));
            return direct_make(number, a);
        case FIONREAD:
            memory_fill((uint64_t)a[2], sizeof(int));
            return direct_make(number, a);
        case FIONBIO:
            if (is_opened_here((int)a[0])) {
                return direct_make(number, a);
            }
            calls_refuse(number);
        default:
            calls_refuse(number);
    }
}

long on_own_file(long number, const long a[6]) {
    if (!is_opened_here((int)a[0])) {
        calls_refuse(number);
    }
    return direct_make(number, a);
}

long accept_one(long number, const long a[6]) {
    fill_name(a[1], a[2]);
    return open_one(number, a);
}

long set_timer(long number, const long a[6]) {
    memory_fill((uint64_t)a[3], a[3] ? sizeof(struct itimerspec) : 0);
    return on_own_file(number, a);
}
