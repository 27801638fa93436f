/* System calls made through syscall(). Those that libc has a function for which the runtime models are that function; whoever makes a
 * descriptor by any other adopts it at once. What is neither is made as it is, but for gettid, since there is only one kernel thread. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/klog.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/real.h"
#include "kernel/descriptors/descriptor_calls.h"
#include "kernel/descriptors/io.h"
#include "kernel/machine/io_uring.h"
#include "kernel/machine/machine.h"
#include "kernel/machine/machine_calls.h"
#include "kernel/machine/others.h"
#include "kernel/queues/futex.h"
#include "model/ending.h"
#include "model/fibers/alike.h"
#include "model/fibers/thread_number.h"
#include "model/note.h"
#include "model/runtime.h"
#include "sync/settings/setting_calls.h"

EXPORT pid_t gettid(void) {
    rt.site = NULL;
    if (!running()) {
        return REAL(gettid)();
    }
    alike_told_apart(rt.current);
    return thread_number(rt.current);
}

/* What a function returns that returns its error. */
static long as_result(int error) {
    errno = error ? error : errno;
    return error ? -1 : 0;
}

/* ---- memory and queues of System V ---- */

static bool on_memory(long number, const long *a, long *result) {
    switch (number) {
        case SYS_mmap:
            *result = (long)(uintptr_t)mmap(at_address(a[0]), (size_t)a[1], (int)a[2], (int)a[3], (int)a[4], a[5]);
            return true;
        case SYS_munmap:
            *result = munmap(at_address(a[0]), (size_t)a[1]);
            return true;
        case SYS_mprotect:
            *result = mprotect(at_address(a[0]), (size_t)a[1], (int)a[2]);
            return true;
        case SYS_madvise:
            *result = madvise(at_address(a[0]), (size_t)a[1], (int)a[2]);
            return true;
        case SYS_mremap:
            *result = (long)(uintptr_t)mremap(at_address(a[0]), (size_t)a[1], (size_t)a[2], (int)a[3], at_address(a[4]));
            return true;
        case SYS_msync:
            *result = msync(at_address(a[0]), (size_t)a[1], (int)a[2]);
            return true;
        case SYS_shmget:
            *result = shmget((key_t)a[0], (size_t)a[1], (int)a[2]);
            return true;
        case SYS_shmat:
            *result = (long)(uintptr_t)shmat((int)a[0], at_address(a[1]), (int)a[2]);
            return true;
        case SYS_shmdt:
            *result = shmdt(at_address(a[0]));
            return true;
        case SYS_msgget:
            *result = msgget((key_t)a[0], (int)a[1]);
            return true;
        case SYS_msgsnd:
            *result = msgsnd((int)a[0], at_address(a[1]), (size_t)a[2], (int)a[3]);
            return true;
        case SYS_msgrcv:
            *result = msgrcv((int)a[0], at_address(a[1]), (size_t)a[2], a[3], (int)a[4]);
            return true;
        case SYS_msgctl:
            *result = msgctl((int)a[0], (int)a[1], at_address(a[2]));
            return true;
        case SYS_semget:
            *result = semget((key_t)a[0], (int)a[1], (int)a[2]);
            return true;
        case SYS_semop:
            *result = semop((int)a[0], at_address(a[1]), (size_t)a[2]);
            return true;
        case SYS_semtimedop:
            *result = semtimedop((int)a[0], at_address(a[1]), (size_t)a[2], at_address(a[3]));
            return true;
        case SYS_semctl:
            *result = semctl((int)a[0], (int)a[1], (int)a[2], a[3]);
            return true;
        default:
            return false;
    }
}

/* ---- time, signals, processes ---- */

static bool on_time(long number, const long *a, long *result) {
    switch (number) {
        case SYS_sched_yield:
            *result = sched_yield();
            return true;
        case SYS_nanosleep:
            *result = nanosleep(at_address(a[0]), at_address(a[1]));
            return true;
        case SYS_clock_nanosleep:
            *result = as_result(clock_nanosleep((clockid_t)a[0], (int)a[1], at_address(a[2]), at_address(a[3])));
            return true;
        case SYS_clock_gettime:
            *result = clock_gettime((clockid_t)a[0], at_address(a[1]));
            return true;
        case SYS_clock_settime:
            *result = clock_settime((clockid_t)a[0], at_address(a[1]));
            return true;
        case SYS_settimeofday:
            *result = settimeofday(at_address(a[0]), at_address(a[1]));
            return true;
        case SYS_adjtimex:
            *result = adjtimex(at_address(a[0]));
            return true;
        case SYS_clock_adjtime:
            *result = clock_adjtime((clockid_t)a[0], at_address(a[1]));
            return true;
        case SYS_clock_getres:
            *result = clock_getres((clockid_t)a[0], at_address(a[1]));
            return true;
        case SYS_gettimeofday:
            *result = gettimeofday(at_address(a[0]), at_address(a[1]));
            return true;
        case SYS_time:
            *result = time(at_address(a[0]));
            return true;
        case SYS_times:
            *result = times(at_address(a[0]));
            return true;
        case SYS_getrusage:
            *result = getrusage((int)a[0], at_address(a[1]));
            return true;
        case SYS_getrandom:
            *result = getrandom(at_address(a[0]), (size_t)a[1], (unsigned)a[2]);
            return true;
        case SYS_alarm:
            *result = alarm((unsigned)a[0]);
            return true;
        case SYS_setitimer:
            *result = setitimer((int)a[0], at_address(a[1]), at_address(a[2]));
            return true;
        case SYS_getitimer:
            *result = getitimer((int)a[0], at_address(a[1]));
            return true;
        default:
            return false;
    }
}

static bool on_processes(long number, const long *a, long *result, uint64_t site) {
    switch (number) {
        case SYS_gettid:
            *result = gettid();
            return true;
        case SYS_tkill:
            *result = tgkill(REAL(getpid)(), (pid_t)a[0], (int)a[1]);
            return true;
        case SYS_pause:
            *result = pause();
            return true;
        case SYS_exit_group:
            _exit((int)a[0]);
        case SYS_execve:
            *result = execve(at_address(a[0]), at_address(a[1]), at_address(a[2]));
            return true;
        case SYS_fork:
        case SYS_vfork:
            *result = fork();
            return true;
        case SYS_wait4:
            *result = wait4((pid_t)a[0], at_address(a[1]), (int)a[2], at_address(a[3]));
            return true;
        case SYS_getpgrp:
            *result = getpgrp();
            return true;
        case SYS_getpgid:
            *result = getpgid((pid_t)a[0]);
            return true;
        case SYS_getsid:
            *result = getsid((pid_t)a[0]);
            return true;
        case SYS_setpgid:
            *result = setpgid((pid_t)a[0], (pid_t)a[1]);
            return true;
        case SYS_setsid:
            *result = setsid();
            return true;
        case SYS_prctl:
            *result = prctl((int)a[0], a[1], a[2], a[3], a[4]);
            return true;
        case SYS_clone:
        case SYS_clone3:
            unmodelled("clone", site);
        case SYS_exit:
            unmodelled("the system call exit, which ends a thread behind libc's back", site);
        case SYS_io_uring_setup:
            errno = -io_uring_is_missing(site);
            *result = -1;
            return true;
        case SYS_timer_create:
            unmodelled("timer_create by syscall", site);
        default:
            return false;
    }
}

int pidfd_send_signal(int descriptor, int number, siginfo_t *info, unsigned flags); /* libc has had it since 2.36 only */

/* ---- what reaches the machine, and processes of others: also in a process that an execution has made ---- */

static bool on_others(long number, const long *a, long *result, uint64_t site) {
    pid_t process = (pid_t)a[0];
    pass_site(site);
    switch (number) {
        case SYS_kill:
            *result = kill(process, (int)a[1]);
            return true;
        case SYS_tgkill:
            *result = tgkill(process, (pid_t)a[1], (int)a[2]);
            return true;
        case SYS_pidfd_send_signal:
            *result = pidfd_send_signal((int)a[0], (int)a[1], at_address(a[2]), (unsigned)a[3]);
            return true;
        case SYS_setpriority:
            *result = setpriority((__priority_which_t)a[0], (id_t)a[1], (int)a[2]);
            return true;
        case SYS_getpriority: { /* the kernel returns no negative number */
            errno = 0;
            int nice_value = getpriority((__priority_which_t)a[0], (id_t)a[1]);
            *result = errno ? -1 : 20 - nice_value;
            return true;
        }
        case SYS_sched_setaffinity:
            *result = sched_setaffinity(process, (size_t)a[1], at_address(a[2]));
            return true;
        case SYS_getrlimit:
            *result = getrlimit((__rlimit_resource_t)a[0], at_address(a[1]));
            return true;
        case SYS_setrlimit:
            *result = setrlimit((__rlimit_resource_t)a[0], at_address(a[1]));
            return true;
        case SYS_prlimit64:
            *result = prlimit64(process, (__rlimit_resource_t)a[1], at_address(a[2]), at_address(a[3]));
            return true;
        case SYS_process_vm_writev:
            *result = process_vm_writev(process, at_address(a[1]), (unsigned long)a[2], at_address(a[3]), (unsigned long)a[4],
                                        (unsigned long)a[5]);
            return true;
        case SYS_syslog:
            *result = klogctl((int)a[0], at_address(a[1]), (int)a[2]);
            return true;
        default:
            rt.site = NULL;
            return false;
    }
}

/* Calls that no function of libc's makes, or that makes them otherwise. */
static bool is_refused(long number, const long *a, uint64_t site) {
    const struct machine_call *call = machine_call_of(number);
    switch (number) {
        case SYS_rt_sigqueueinfo:
        case SYS_rt_tgsigqueueinfo:
            return others_refuse((pid_t)a[0], HEDDLE_MACHINE_KILL, "rt_sigqueueinfo", site);
        case SYS_sched_setattr:
        case SYS_sched_setscheduler:
        case SYS_sched_setparam:
            return others_refuse((pid_t)a[0], HEDDLE_MACHINE_PRIORITY, "sched_setattr", site);
        case SYS_ioprio_set:
            return a[0] == 1 ? others_refuse((pid_t)a[1], HEDDLE_MACHINE_PRIORITY, "ioprio_set", site)
                             : machine_refuses_anybody(HEDDLE_MACHINE_PRIORITY, "ioprio_set", site);
        case SYS_ptrace:
            return (a[0] == PTRACE_ATTACH || a[0] == PTRACE_SEIZE) &&
                   others_refuse((pid_t)a[1], HEDDLE_MACHINE_TRACE, "ptrace", site);
        default:
            return call && machine_refuses(call->what, call->name, site);
    }
}

/* It says who calls, or what machine this is: other processes have no part in it. */
static bool is_about_caller(long number) {
    switch (number) {
        case SYS_getpid:
        case SYS_getppid:
        case SYS_getuid:
        case SYS_geteuid:
        case SYS_getgid:
        case SYS_getegid:
        case SYS_getcpu:
        case SYS_uname:
        case SYS_sysinfo:
        case SYS_membarrier:
            return true;
        default:
            return false;
    }
}

EXPORT long syscall(long number, ...) {
    uint64_t site = SITE();
    long a[6];
    va_list arguments;
    va_start(arguments, number);
    for (int i = 0; i < 6; i++) {
        a[i] = va_arg(arguments, long);
    }
    va_end(arguments);
    long result;
    if (is_refused(number, a, site)) {
        return -1;
    }
    if (on_others(number, a, &result, site)) {
        return result;
    }
    if (!running()) {
        return kernel_call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    }
    if (number == SYS_futex) {
        return futex_call(at_address(a[0]), (int)a[1], (uint32_t)a[2], at_address(a[3]), (uint32_t)a[5], site);
    }
    pass_site(site);
    if (descriptor_call(number, a, &result) || on_memory(number, a, &result) || on_time(number, a, &result) ||
        on_processes(number, a, &result, site) || setting_call(number, a, &result, site)) {
        return result;
    }
    if (!is_about_caller(number)) {
        CALLS_ALONE("syscall");
    }
    if (number == SYS_membarrier && a[0] != MEMBARRIER_CMD_QUERY) {
        rt.shared->foreign_atomics = 1; /* a fence in the other threads as well, which C11 does not know */
    }
    rt.site = NULL;
    return makes_a_descriptor(number) ? MAKING(0, site, (int)kernel_call(number, a[0], a[1], a[2], a[3], a[4], a[5]))
                                      : kernel_call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
