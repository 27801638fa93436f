/* usage: machine CALL ERRNO [PROCESS]: two threads, one of which makes a call that would change the machine, or the process, and asserts
 * that it fails with this error.
 *
 * The program guards the machine by itself: what comes to the kernel fails with ENOSYS there, and has arguments that make no sense. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/klog.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/quota.h>
#include <sys/reboot.h>
#include <sys/resource.h>
#include <sys/swap.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern int init_module(void *image, unsigned long length, const char *options), delete_module(const char *name, int flags);

#define GUARDED(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS)

__attribute__((constructor)) static void guard(void) {
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        GUARDED(SYS_clock_settime), GUARDED(SYS_settimeofday), GUARDED(SYS_adjtimex), GUARDED(SYS_clock_adjtime),
        GUARDED(SYS_sethostname), GUARDED(SYS_setdomainname), GUARDED(SYS_mount), GUARDED(SYS_umount2), GUARDED(SYS_pivot_root),
        GUARDED(SYS_swapon), GUARDED(SYS_swapoff), GUARDED(SYS_reboot), GUARDED(SYS_init_module), GUARDED(SYS_finit_module),
        GUARDED(SYS_delete_module), GUARDED(SYS_kexec_load), GUARDED(SYS_quotactl), GUARDED(SYS_acct), GUARDED(SYS_iopl),
        GUARDED(SYS_ioperm), GUARDED(SYS_vhangup), GUARDED(SYS_syslog), GUARDED(SYS_setpriority), GUARDED(SYS_sched_setaffinity),
        GUARDED(SYS_sched_setscheduler), GUARDED(SYS_sched_setparam), GUARDED(SYS_process_vm_writev), GUARDED(SYS_prlimit64),
        GUARDED(SYS_ptrace),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_kill, 0, 3), /* of a signal to everybody */
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
        GUARDED((unsigned)-1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0) {
        _exit(99);
    }
}

static const char *call, *volatile nowhere;
static int expected;
static pid_t other;

#define CALL(name, made) \
    if (strcmp(call, #name) == 0) return made

static long make(void) {
    struct sched_param parameters = {0};
    struct rlimit limit = {0};
    struct timex timex = {.modes = ADJ_FREQUENCY};
    struct timeval delta = {0};
    cpu_set_t set;
    CPU_ZERO(&set);
    CALL(sethostname, sethostname(nowhere, 1));
    CALL(setdomainname, setdomainname(nowhere, 1));
    CALL(mount, mount("/nowhere", "/nowhere", "none", 0, NULL));
    CALL(umount, umount("/nowhere"));
    CALL(umount2, umount2("/nowhere", MNT_DETACH));
    CALL(swapon, swapon("/nowhere", 0));
    CALL(swapoff, swapoff("/nowhere"));
    CALL(reboot, reboot(0x12345));
    CALL(init_module, init_module(NULL, 0, ""));
    CALL(delete_module, delete_module("nothing", 0));
    CALL(klogctl, klogctl(-1, NULL, 0));
    CALL(quotactl, quotactl(0, "/nowhere", 0, NULL));
    CALL(acct, acct("/nowhere"));
    CALL(adjtimex, adjtimex(&timex));
    CALL(clock_adjtime, clock_adjtime(CLOCK_REALTIME, &timex));
    CALL(adjtime, adjtime(&delta, NULL));
    CALL(kill, kill(other, SIGTERM));
    CALL(everybody, kill(-1, SIGWINCH));
    CALL(killpg, killpg(other, SIGTERM));
    CALL(sigqueue, sigqueue(other, SIGTERM, (union sigval){0}));
    CALL(setpriority, setpriority(PRIO_PROCESS, (id_t)other, 100));
    CALL(sched_setaffinity, sched_setaffinity(other, sizeof set, &set));
    CALL(sched_setscheduler, sched_setscheduler(other, SCHED_OTHER, &parameters));
    CALL(sched_setparam, sched_setparam(other, &parameters));
    CALL(prlimit, prlimit(other, 99, &limit, NULL));
    CALL(ptrace, ptrace(PTRACE_ATTACH, other, NULL, NULL));
    CALL(process_vm_writev, process_vm_writev(other, NULL, 0, NULL, 0, 0));
    CALL(by_syscall, syscall(SYS_sethostname, NULL, 1));
    CALL(pivot_root, syscall(SYS_pivot_root, "/nowhere", "/nowhere"));
    CALL(kexec_load, syscall(SYS_kexec_load, 0, 0, NULL, ~0ul));
    CALL(tgkill, syscall(SYS_tgkill, other, other, SIGTERM));
    abort();
}

/* By an instruction that nobody stands in for. */
static long bare(void) {
    long result = SYS_sethostname;
    __asm__ volatile("syscall" : "+a"(result) : "D"(NULL), "S"(1) : "rcx", "r11", "memory");
    return result;
}

static void *work(void *unused) {
    errno = 0;
    if (strcmp(call, "bare") == 0) {
        assert(bare() == -expected);
    } else if (strcmp(call, "child") == 0) {
        pid_t child = fork();
        if (child == 0) {
            _exit(sethostname(nowhere, 1) == -1 && errno == expected && bare() == -expected ? 0 : 1);
        }
        int status = -1;
        assert(waitpid(child, &status, 0) == child && status == 0);
    } else if (strcmp(call, "own_child") == 0) {
        pid_t child = fork();
        if (child == 0) {
            pause();
        }
        int status = 0;
        assert(kill(child, SIGKILL) == 0 && waitpid(child, &status, 0) == child && WTERMSIG(status) == SIGKILL);
    } else {
        assert(make() == -1);
        assert(errno == expected);
    }
    return unused;
}

int main(int count, char **arguments) {
    call = arguments[1];
    expected = strcmp(arguments[2], "EPERM") == 0 ? EPERM : ENOSYS;
    other = count > 3 ? atoi(arguments[3]) : 0;
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
