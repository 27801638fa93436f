// Runs a command as containers do: system calls that the profiles of Docker and Podman refuse fail with EPERM.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSED(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), REFUSE
#define PERSONALITY(persona, steps) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, persona, steps, 0)

int main(int count, char **words) {
    static struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_personality, 0, 8),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        PERSONALITY(0, 5), PERSONALITY(8, 4), PERSONALITY(0x20000, 3), PERSONALITY(0x20008, 2), PERSONALITY(0xffffffff, 1), REFUSE, ALLOW,
        REFUSED(SYS_unshare), REFUSED(SYS_setns), REFUSED(SYS_mount), REFUSED(SYS_umount2), REFUSED(SYS_userfaultfd),
        REFUSED(SYS_perf_event_open), REFUSED(SYS_bpf), REFUSED(SYS_io_uring_setup), REFUSED(SYS_kcmp), REFUSED(438 /* pidfd_getfd */),
        REFUSED(SYS_add_key), REFUSED(SYS_keyctl), REFUSED(SYS_clock_settime), REFUSED(SYS_settimeofday), REFUSED(SYS_reboot),
        ALLOW};
    struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
    if (count < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
        perror("seccomp");
        return 125;
    }
    execvp(words[1], words + 1);
    perror(words[1]);
    return 127;
}
