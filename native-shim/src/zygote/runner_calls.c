/* What becomes of a system call within an execution. One that the next execution could not notice is made; so is one whose effects
 * kernel_put_back undoes; before any other one the execution leaves the runner, and is run again in a fork. What the end of a process
 * leaves behind (files on the disk, what was sent) stays here as it does there. */
#define _GNU_SOURCE
#include <asm/termbits.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/futex.h>
#include <linux/stat.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <time.h>

#include "base/direct.h"
#include "model/runtime.h"
#include "zygote/runner_parts.h"

#define OURS (1ull << (SIGSEGV - 1) | 1ull << (SIGSYS - 1))

static _Noreturn void refuse(long number) { runner_leave(HEDDLE_FALLBACK_SYSTEM_CALL, number); }

/* ---- descriptors: those that the execution has opened are closed when it is over ---- */

static bool is_opened_here(long file) {
    return file >= 0 && file < MOST_FILES && runner->kernel.files[file / 64] >> file % 64 & 1;
}

static void opened(long number, long file) {
    if (file >= MOST_FILES) {
        direct_call(SYS_close, file, 0, 0, 0);
        refuse(number);
    }
    if (file >= 0) {
        runner->kernel.files[file / 64] |= 1ull << file % 64;
        runner->kernel.has_files = true;
    }
}

static long open_one(long number, const long a[6]) {
    long file = direct_make(number, a);
    opened(number, file);
    return file;
}

/* What is shown there depends on the process. */
static bool is_of_process(const char *path) { return strncmp(path, "/proc/", 6) == 0; }

static long open_two(long number, const long a[6], long array) {
    int *files = (int *)array;
    memory_fill((uint64_t)array, 2 * sizeof *files);
    long result = direct_make(number, a);
    if (result == 0) {
        opened(number, files[0]);
        opened(number, files[1]);
    }
    return result;
}

static long close_one(long number, const long a[6]) {
    long file = (int)a[0];
    if (is_opened_here(file)) {
        runner->kernel.files[file / 64] &= ~(1ull << file % 64);
    } else if (direct_call(SYS_fcntl, file, F_GETFD, 0, 0) >= 0) {
        refuse(number);
    }
    return direct_make(number, a);
}

static long duplicate_to(long number, const long a[6]) {
    long to = (int)a[1];
    if (a[0] != a[1] && !is_opened_here(to) && direct_call(SYS_fcntl, to, F_GETFD, 0, 0) >= 0) {
        refuse(number);
    }
    long result = direct_make(number, a);
    if (a[0] != a[1]) {
        opened(number, result);
    }
    return result;
}

static long control_file(long number, const long a[6]) {
    switch (a[1]) {
        case F_GETFD:
        case F_GETFL:
            return direct_make(number, a);
        case F_SETFL: /* of the open file, which processes share */
        case F_SETFD:
            if (!is_opened_here((int)a[0])) {
                refuse(number);
            }
            return direct_make(number, a);
        case F_DUPFD:
        case F_DUPFD_CLOEXEC:
            return open_one(number, a);
        default:
            refuse(number);
    }
}

static long control_device(long number, const long a[6]) {
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
            refuse(number);
        default:
            refuse(number);
    }
}

static long on_own_file(long number, const long a[6]) {
    if (!is_opened_here((int)a[0])) {
        refuse(number);
    }
    return direct_make(number, a);
}

/* ---- mappings: those that the execution has made end with it ---- */

static uint64_t pages(uint64_t bytes) { return (bytes + PAGE - 1) & ~(PAGE - 1); }

static bool is_mapped_here(uint64_t start, uint64_t bytes) {
    const struct kernel_state *k = &runner->kernel;
    for (uint32_t i = 0; i < k->mapping_count; i++) {
        if (start >= k->mappings[i].start && bytes <= k->mappings[i].end - start && start < k->mappings[i].end) {
            return true;
        }
    }
    return false;
}

static long map(long number, const long a[6]) {
    struct kernel_state *k = &runner->kernel;
    bool replaces = a[3] & MAP_FIXED && (a[3] & MAP_FIXED_NOREPLACE) != MAP_FIXED_NOREPLACE;
    if (replaces ? !is_mapped_here((uint64_t)a[0], pages((uint64_t)a[1])) : k->mapping_count == MOST_MAPPINGS) {
        refuse(number);
    }
    long got = direct_make(number, a);
    if (!replaces && (unsigned long)got < -4095ul) {
        k->mappings[k->mapping_count++] = (struct span){(uint64_t)got, (uint64_t)got + pages((uint64_t)a[1])};
    }
    return got;
}

/* A part stays on the list: what else lies there by the end is the execution's too. */
static long unmap(long number, const long a[6]) {
    struct kernel_state *k = &runner->kernel;
    uint64_t start = (uint64_t)a[0], bytes = pages((uint64_t)a[1]);
    if (!is_mapped_here(start, bytes)) {
        refuse(number);
    }
    for (uint32_t i = 0; i < k->mapping_count; i++) {
        if (k->mappings[i].start == start && k->mappings[i].end == start + bytes) {
            k->mappings[i] = k->mappings[--k->mapping_count];
            break;
        }
    }
    return direct_make(number, a);
}

static long on_own_mapping(long number, const long a[6]) {
    if (!is_mapped_here((uint64_t)a[0], pages((uint64_t)a[1]))) {
        refuse(number);
    }
    return direct_make(number, a);
}

static long move_end_of_data(long number, const long a[6]) {
    if (a[0] != 0) {
        if ((uint64_t)a[0] < runner->kernel.end_of_data) {
            refuse(number);
        }
        runner->kernel.end_changed = true;
    }
    return direct_make(number, a);
}

/* ---- signals ---- */

/* The runner needs two signals; the program is told what it would see without. */
static long change_mask(const long a[6], uint64_t *mask) {
    struct kernel_state *k = &runner->kernel;
    if (a[3] != sizeof k->mask) {
        return -EINVAL;
    }
    uint64_t now = 0;
    direct_call(SYS_rt_sigprocmask, SIG_BLOCK, 0, (long)&now, sizeof now);
    uint64_t before = (mask ? *mask : now) | k->hidden, set = a[1] ? *(const uint64_t *)a[1] : 0;
    uint64_t after = !a[1] ? before : a[0] == SIG_BLOCK ? before | set : a[0] == SIG_UNBLOCK ? before & ~set : set;
    if (a[1] && a[0] != SIG_BLOCK && a[0] != SIG_UNBLOCK && a[0] != SIG_SETMASK) {
        return -EINVAL;
    }
    if (a[2]) {
        *(uint64_t *)a[2] = before;
    }
    if (after != before) {
        k->mask_changed = true;
        k->hidden = after & OURS;
        after &= ~OURS;
        if (mask) {
            *mask = after & ~(1ull << (SIGKILL - 1) | 1ull << (SIGSTOP - 1));
        } else {
            direct_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&after, 0, sizeof after);
        }
    }
    return 0;
}

static long change_action(long number, const long a[6]) {
    struct kernel_state *k = &runner->kernel;
    long signal = a[0];
    if (signal == SIGSEGV || signal == SIGSYS) {
        refuse(number);
    }
    if (a[1] && signal >= 1 && signal <= 64 && !(k->actions_changed >> (signal - 1) & 1)) {
        k->actions_changed |= 1ull << (signal - 1);
        direct_call(SYS_rt_sigaction, signal, 0, (long)&k->actions[signal - 1], sizeof k->actions[0].mask);
    }
    memory_fill((uint64_t)a[2], a[2] ? sizeof(struct kernel_action) : 0);
    return direct_make(number, a);
}

/* ---- calls that fill memory of the program's ---- */

static long filling(long number, const long a[6], long to, uint64_t bytes) {
    memory_fill((uint64_t)to, to ? bytes : 0);
    return direct_make(number, a);
}

static long reading(long number, const long a[6], long to, uint64_t bytes) {
    runner->kernel.read = true;
    return filling(number, a, to, bytes);
}

static long reading_parts(long number, const long a[6]) {
    const struct iovec *parts = (const struct iovec *)a[1];
    for (long i = 0; i < a[2]; i++) {
        memory_fill((uint64_t)(uintptr_t)parts[i].iov_base, parts[i].iov_len);
    }
    return reading(number, a, 0, 0);
}

static long writing(long number, const long a[6]) {
    runner->kernel.wrote = true;
    return direct_make(number, a);
}

/* A socket's name, or option, goes to a place whose length is told by a word that the call writes to as well. */
static void filling_name(long to, long length) {
    if (to && length) {
        memory_fill((uint64_t)to, *(const uint32_t *)length);
        memory_fill((uint64_t)length, sizeof(uint32_t));
    }
}

static long naming(long number, const long a[6], long to, long length) {
    filling_name(to, length);
    return direct_make(number, a);
}

static long receiving(long number, const long a[6]) {
    filling_name(a[4], a[5]); /* from whom */
    return filling(number, a, a[1], (uint64_t)a[2]);
}

static long polling(long number, const long a[6], bool has_mask) {
    if (has_mask && a[3]) {
        refuse(number);
    }
    return filling(number, a, a[0], (uint64_t)a[1] * sizeof(struct pollfd));
}

static long waiting_for_events(long number, const long a[6]) {
    if (number == SYS_epoll_pwait && a[4]) {
        refuse(number);
    }
    return filling(number, a, a[1], (uint64_t)a[2] * sizeof(struct epoll_event));
}

static long waiting_on_word(long number, const long a[6]) {
    switch (a[1] & FUTEX_CMD_MASK) {
        case FUTEX_WAIT:
        case FUTEX_WAKE:
        case FUTEX_WAIT_BITSET:
        case FUTEX_WAKE_BITSET:
            return direct_make(number, a);
        default:
            refuse(number);
    }
}

static long limits(long number, const long a[6]) {
    if (a[2]) {
        refuse(number);
    }
    return filling(number, a, a[3], sizeof(struct rlimit));
}

static _Noreturn void leave_with(long status) {
    bool over = rt.mode == MODE_ENDING && rt.shared->outcome != HEDDLE_RESOURCES;
    runner->status = (int)status & 0xff;
    runner_leave(over ? HEDDLE_FALLBACK_NONE : HEDDLE_FALLBACK_ENDED, 0);
}

static long asking(long number, const long a[6]) {
    switch (number) {
        case SYS_fstat:
        case SYS_stat:
        case SYS_lstat:
            return filling(number, a, a[1], sizeof(struct stat));
        case SYS_newfstatat:
            return filling(number, a, a[2], sizeof(struct stat));
        case SYS_statx:
            return filling(number, a, a[4], sizeof(struct statx));
        case SYS_statfs:
        case SYS_fstatfs:
            return filling(number, a, a[1], sizeof(struct statfs));
        case SYS_clock_gettime:
        case SYS_clock_getres:
            return filling(number, a, a[1], sizeof(struct timespec));
        case SYS_gettimeofday:
            memory_fill((uint64_t)a[1], a[1] ? sizeof(struct timezone) : 0);
            return filling(number, a, a[0], sizeof(struct timeval));
        case SYS_time:
            return filling(number, a, a[0], sizeof(time_t));
        case SYS_times:
            return filling(number, a, a[0], sizeof(struct tms));
        case SYS_nanosleep:
            return filling(number, a, a[1], sizeof(struct timespec));
        case SYS_clock_nanosleep:
            return filling(number, a, a[3], sizeof(struct timespec));
        case SYS_getrandom:
        case SYS_getcwd:
            return filling(number, a, a[0], (uint64_t)a[1]);
        case SYS_readlink:
        case SYS_getdents64:
            return filling(number, a, a[1], (uint64_t)a[2]);
        case SYS_readlinkat:
            return filling(number, a, a[2], (uint64_t)a[3]);
        case SYS_uname:
            return filling(number, a, a[0], sizeof(struct utsname));
        case SYS_sysinfo:
            return filling(number, a, a[0], sizeof(struct sysinfo));
        case SYS_getrusage:
            return filling(number, a, a[1], sizeof(struct rusage));
        case SYS_getrlimit:
            return filling(number, a, a[1], sizeof(struct rlimit));
        case SYS_prlimit64:
            return limits(number, a);
        case SYS_sched_getaffinity:
            return filling(number, a, a[2], (uint64_t)a[1]);
        case SYS_rt_sigpending:
            return filling(number, a, a[0], (uint64_t)a[1]);
        case SYS_capget:
            memory_fill((uint64_t)a[0], sizeof(struct __user_cap_header_struct));
            return filling(number, a, a[1], a[1] ? 2 * sizeof(struct __user_cap_data_struct) : 0);
        default:
            refuse(number);
    }
}

long calls_make(long number, const long a[6], uint64_t *mask) {
    switch (number) {
        case SYS_exit_group:
            leave_with(a[0]);
        case SYS_tgkill: /* as by abort */
        case SYS_tkill:
        case SYS_kill:
            runner_leave(HEDDLE_FALLBACK_CRASH, 0);
        case SYS_write:
        case SYS_writev:
        case SYS_pwrite64:
        case SYS_pwritev:
        case SYS_sendto:
        case SYS_sendmsg:
        case SYS_ftruncate:
            return writing(number, a);
        case SYS_getpid:
        case SYS_gettid:
        case SYS_getppid:
        case SYS_getpgrp:
        case SYS_getuid:
        case SYS_geteuid:
        case SYS_getgid:
        case SYS_getegid:
        case SYS_getpriority:
        case SYS_sched_yield:
        case SYS_sched_getscheduler:
        case SYS_sched_get_priority_max:
        case SYS_sched_get_priority_min:
        case SYS_lseek: /* of the open file, which processes share */
        case SYS_access:
        case SYS_faccessat:
        case SYS_faccessat2:
        case SYS_fsync:
        case SYS_fdatasync:
        case SYS_fadvise64:
        case SYS_msync:
        case SYS_unlink:
        case SYS_unlinkat:
        case SYS_rename:
        case SYS_renameat2:
        case SYS_mkdir:
        case SYS_mkdirat:
        case SYS_rmdir:
            return direct_make(number, a);
        case SYS_arch_prctl: /* the runtime's, where the processor lacks wrfsbase */
            if (mask) {
                refuse(number);
            }
            return direct_make(number, a);
        case SYS_read:
        case SYS_pread64:
            return reading(number, a, a[1], (uint64_t)a[2]);
        case SYS_readv:
        case SYS_preadv:
            return reading_parts(number, a);
        case SYS_recvfrom:
            return receiving(number, a);
        case SYS_poll:
            return polling(number, a, false);
        case SYS_ppoll:
            return polling(number, a, true);
        case SYS_epoll_wait:
        case SYS_epoll_pwait:
            return waiting_for_events(number, a);
        case SYS_futex:
            return waiting_on_word(number, a);
        case SYS_open:
        case SYS_creat:
            if (is_of_process((const char *)a[0])) {
                refuse(number);
            }
            return open_one(number, a);
        case SYS_openat:
            if (is_of_process((const char *)a[1])) {
                refuse(number);
            }
            return open_one(number, a);
        case SYS_dup:
        case SYS_socket:
        case SYS_eventfd:
        case SYS_eventfd2:
        case SYS_epoll_create:
        case SYS_epoll_create1:
        case SYS_memfd_create:
        case SYS_timerfd_create:
            return open_one(number, a);
        case SYS_accept:
        case SYS_accept4:
            filling_name(a[1], a[2]);
            return open_one(number, a);
        case SYS_getsockname:
        case SYS_getpeername:
            return naming(number, a, a[1], a[2]);
        case SYS_getsockopt:
            return naming(number, a, a[3], a[4]);
        case SYS_pipe:
        case SYS_pipe2:
            return open_two(number, a, a[0]);
        case SYS_socketpair:
            return open_two(number, a, a[3]);
        case SYS_dup2:
        case SYS_dup3:
            return duplicate_to(number, a);
        case SYS_close:
            return close_one(number, a);
        case SYS_fcntl:
            return control_file(number, a);
        case SYS_ioctl:
            return control_device(number, a);
        case SYS_bind:
        case SYS_listen:
        case SYS_connect:
        case SYS_shutdown:
        case SYS_setsockopt:
        case SYS_epoll_ctl:
        case SYS_flock:
            return on_own_file(number, a);
        case SYS_timerfd_settime:
            memory_fill((uint64_t)a[3], a[3] ? sizeof(struct itimerspec) : 0);
            return on_own_file(number, a);
        case SYS_timerfd_gettime:
            return filling(number, a, a[1], sizeof(struct itimerspec));
        case SYS_mmap:
            return map(number, a);
        case SYS_munmap:
            return unmap(number, a);
        case SYS_mprotect:
        case SYS_madvise:
            return on_own_mapping(number, a);
        case SYS_brk:
            return move_end_of_data(number, a);
        case SYS_rt_sigprocmask:
            return change_mask(a, mask);
        case SYS_rt_sigaction:
            return change_action(number, a);
        default:
            return asking(number, a);
    }
}
