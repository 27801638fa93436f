/* What becomes of a system call within an execution. One that the next execution could not notice is made; so is one whose effects
 * kernel_put_back undoes; before any other one the execution leaves the runner, and is run again in a fork. What the end of a process
 * leaves behind (files on the disk, what was sent) stays here as it does there. */
#define _GNU_SOURCE
#include "zygote/runner/runner_calls.h"

#include <linux/capability.h>
#include <linux/stat.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>

#include "base/direct.h"
#include "model/runtime.h"
#include "zygote/runner/runner_actions.h"
#include "zygote/runner/runner_call.h"
#include "zygote/runner/runner_files.h"
#include "zygote/runner/runner_mappings.h"
#include "zygote/runner/runner_memory.h"
#include "zygote/runner/runner_state.h"
#include "zygote/runner/runner_transfers.h"

static call_fn fill_one, fill_two, set_limit;

/* A row of the table: what makes the call, NULL for one that leaves the runner. */
struct call {
    call_fn *make;
    /* Of fill_one and fill_two: the argument that says where the call writes to, and how much: so many bytes, or if that is 0, as many
     * as another argument says. Of fill_two also a second place, with its size in bytes. */
    uint8_t to, length, second;
    uint16_t bytes, second_bytes;
};

#define MADE {.make = direct_make}
#define UNIQUE {.make = calls_unique}
#define FILLS(argument, type) {.make = fill_one, .to = (argument), .bytes = sizeof(type)}
#define FILLS_AS_LONG(argument, size) {.make = fill_one, .to = (argument), .length = (size)}
#define FILLS_TWO(argument, type, other, other_type) \
    {.make = fill_two, .to = (argument), .bytes = sizeof(type), .second = (other), .second_bytes = sizeof(other_type)}

static const struct call calls[] = {
    [SYS_getpid] = UNIQUE,
    [SYS_gettid] = UNIQUE,
    [SYS_getppid] = UNIQUE,
    [SYS_getpgrp] = MADE,
    [SYS_getuid] = MADE,
    [SYS_geteuid] = MADE,
    [SYS_getgid] = MADE,
    [SYS_getegid] = MADE,
    [SYS_getpriority] = MADE,
    [SYS_sched_yield] = MADE,
    [SYS_sched_getscheduler] = MADE,
    [SYS_sched_get_priority_max] = MADE,
    [SYS_sched_get_priority_min] = MADE,
    [SYS_lseek] = MADE, /* of the open file, which processes share */
    [SYS_access] = MADE,
    [SYS_faccessat] = MADE,
    [SYS_faccessat2] = MADE,
    [SYS_fsync] = MADE,
    [SYS_fdatasync] = MADE,
    [SYS_fadvise64] = MADE,
    [SYS_msync] = MADE,
    [SYS_unlink] = UNIQUE,
    [SYS_unlinkat] = UNIQUE,
    [SYS_rename] = UNIQUE,
    [SYS_renameat2] = UNIQUE,
    [SYS_mkdir] = UNIQUE,
    [SYS_mkdirat] = UNIQUE,
    [SYS_rmdir] = UNIQUE,

    [SYS_fstat] = FILLS(1, struct stat),
    [SYS_stat] = FILLS(1, struct stat),
    [SYS_lstat] = FILLS(1, struct stat),
    [SYS_newfstatat] = FILLS(2, struct stat),
    [SYS_statx] = FILLS(4, struct statx),
    [SYS_statfs] = FILLS(1, struct statfs),
    [SYS_fstatfs] = FILLS(1, struct statfs),
    [SYS_clock_gettime] = FILLS(1, struct timespec),
    [SYS_clock_getres] = FILLS(1, struct timespec),
    [SYS_gettimeofday] = FILLS_TWO(0, struct timeval, 1, struct timezone),
    [SYS_time] = FILLS(0, time_t),
    [SYS_times] = FILLS(0, struct tms),
    [SYS_nanosleep] = FILLS(1, struct timespec),
    [SYS_clock_nanosleep] = FILLS(3, struct timespec),
    [SYS_getrandom] = FILLS_AS_LONG(0, 1),
    [SYS_getcwd] = FILLS_AS_LONG(0, 1),
    [SYS_readlink] = FILLS_AS_LONG(1, 2),
    [SYS_getdents64] = FILLS_AS_LONG(1, 2),
    [SYS_readlinkat] = FILLS_AS_LONG(2, 3),
    [SYS_uname] = FILLS(0, struct utsname),
    [SYS_sysinfo] = FILLS(0, struct sysinfo),
    [SYS_getrusage] = FILLS(1, struct rusage),
    [SYS_getrlimit] = FILLS(1, struct rlimit),
    [SYS_prlimit64] = {.make = set_limit},
    [SYS_sched_getaffinity] = FILLS_AS_LONG(2, 1),
    [SYS_rt_sigpending] = FILLS_AS_LONG(0, 1),
    [SYS_capget] = FILLS_TWO(0, struct __user_cap_header_struct, 1, struct __user_cap_data_struct[2]),
    [SYS_timerfd_gettime] = FILLS(1, struct itimerspec),

    [SYS_write] = {write_bytes},
    [SYS_writev] = {write_bytes},
    [SYS_pwrite64] = {write_bytes},
    [SYS_pwritev] = {write_bytes},
    [SYS_pwritev2] = {write_bytes},
    [SYS_sendto] = {write_bytes},
    [SYS_sendmsg] = {write_bytes},
    [SYS_ftruncate] = {write_bytes},
    [SYS_read] = {read_bytes},
    [SYS_pread64] = {read_bytes},
    [SYS_readv] = {read_parts},
    [SYS_preadv] = {read_parts},
    [SYS_preadv2] = {read_parts},
    [SYS_recvfrom] = {receive},
    [SYS_poll] = {poll_files},
    [SYS_ppoll] = {poll_files_masked},
    [SYS_epoll_wait] = {wait_for_events},
    [SYS_epoll_pwait] = {wait_for_events_masked},
    [SYS_futex] = {wait_on_word},
    [SYS_getsockname] = {tell_name},
    [SYS_getpeername] = {tell_name},
    [SYS_getsockopt] = {tell_option},

    [SYS_open] = {open_file},
    [SYS_creat] = {open_file},
    [SYS_openat] = {open_file_at},
    [SYS_dup] = {open_one},
    [SYS_socket] = {open_one},
    [SYS_eventfd] = {open_one},
    [SYS_eventfd2] = {open_one},
    [SYS_epoll_create] = {open_one},
    [SYS_epoll_create1] = {open_one},
    [SYS_memfd_create] = {open_one},
    [SYS_timerfd_create] = {open_one},
    [SYS_accept] = {accept_one},
    [SYS_accept4] = {accept_one},
    [SYS_pipe] = {open_pipe},
    [SYS_pipe2] = {open_pipe},
    [SYS_socketpair] = {open_socket_pair},
    [SYS_dup2] = {duplicate_to},
    [SYS_dup3] = {duplicate_to},
    [SYS_close] = {close_one},
    [SYS_fcntl] = {control_file},
    [SYS_ioctl] = {control_device},
    [SYS_bind] = {on_own_file},
    [SYS_listen] = {on_own_file},
    [SYS_connect] = {on_own_file},
    [SYS_shutdown] = {on_own_file},
    [SYS_setsockopt] = {on_own_file},
    [SYS_epoll_ctl] = {on_own_file},
    [SYS_flock] = {on_own_file},
    [SYS_timerfd_settime] = {set_timer},

    [SYS_mmap] = {map},
    [SYS_munmap] = {unmap},
    [SYS_mprotect] = {on_own_mapping},
    [SYS_madvise] = {on_own_mapping},
    [SYS_brk] = {move_end_of_data},
    [SYS_rt_sigaction] = {change_action},
};

static long fill_one(long number, const long a[6]) {
    const struct call *call = &calls[number];
    return calls_fill(number, a, a[call->to], call->bytes ? call->bytes : (uint64_t)a[call->length]);
}

static long fill_two(long number, const long a[6]) {
    const struct call *call = &calls[number];
    long second = a[call->second];
    memory_fill((uint64_t)second, second ? call->second_bytes : 0);
    return fill_one(number, a);
}

static long set_limit(long number, const long a[6]) {
    if (a[2]) {
        calls_refuse(number);
    }
    return calls_fill(number, a, a[3], sizeof(struct rlimit));
}

static _Noreturn void leave_with(long status) {
    bool over = rt.mode == MODE_ENDING && rt.shared->outcome != HEDDLE_RESOURCES;
    runner->status = (int)status & 0xff;
    runner_leave(over ? HEDDLE_FALLBACK_NONE : HEDDLE_FALLBACK_ENDED, 0);
}

long calls_make(long number, const long a[6], uint64_t *mask) {
    switch (number) {
        case SYS_exit_group:
            leave_with(a[0]);
        case SYS_tgkill: /* as by abort */
        case SYS_tkill:
        case SYS_kill:
            runner_leave(HEDDLE_FALLBACK_CRASH, 0);
        case SYS_arch_prctl: /* the runtime's, where the processor lacks wrfsbase */
            if (mask) {
                calls_refuse(number);
            }
            return direct_make(number, a);
        case SYS_rt_sigprocmask:
            return change_mask(a, mask);
        default:
            if (number < 0 || number >= (long)(sizeof calls / sizeof *calls) || !calls[number].make) {
                calls_refuse(number);
            }
            return calls[number].make(number, a);
    }
}
