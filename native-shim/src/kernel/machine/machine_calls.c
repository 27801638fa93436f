/* The functions of libc for them, too. Each takes its arguments as the registers have them, so that libc's own headers are not needed:
 * none has more than six. */
#define _GNU_SOURCE
#include "kernel/machine/machine_calls.h"

#include <stddef.h>
#include <sys/syscall.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/machine/machine.h"
#include "model/runtime.h"

#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif
#ifndef SYS_quotactl_fd
#define SYS_quotactl_fd 443
#endif

/* What libc has under the same name. */
#define OF_LIBC(CALL)             \
    CALL(sethostname, HOSTNAME)   \
    CALL(setdomainname, HOSTNAME) \
    CALL(mount, MOUNT)            \
    CALL(umount2, MOUNT)          \
    CALL(pivot_root, MOUNT)       \
    CALL(move_mount, MOUNT)       \
    CALL(fsmount, MOUNT)          \
    CALL(mount_setattr, MOUNT)    \
    CALL(swapon, SWAP)            \
    CALL(swapoff, SWAP)           \
    CALL(reboot, REBOOT)          \
    CALL(init_module, MODULES)    \
    CALL(delete_module, MODULES)  \
    CALL(quotactl, QUOTA)         \
    CALL(acct, ACCOUNTING)        \
    CALL(iopl, PORTS)             \
    CALL(ioperm, PORTS)           \
    CALL(vhangup, TERMINAL)

#define ROW(name, what) {SYS_##name, HEDDLE_MACHINE_##what, #name},
const struct machine_call machine_calls[] = {
    OF_LIBC(ROW) ROW(kexec_load, REBOOT) ROW(kexec_file_load, REBOOT) ROW(finit_module, MODULES)
        ROW(quotactl_fd, QUOTA){0, 0, NULL},
};

const struct machine_call *machine_call_of(long number) {
    for (const struct machine_call *call = machine_calls; call->name; call++) {
        if (call->number == number) {
            return call;
        }
    }
    return NULL;
}

#define REFUSED(name, what)                                                                               \
    EXPORT long name(long a, long b, long c, long d, long e, long f);                                     \
    EXPORT long name(long a, long b, long c, long d, long e, long f) {                                    \
        return machine_refuses(HEDDLE_MACHINE_##what, #name, SITE()) ? -1 : REAL(name)(a, b, c, d, e, f); \
    }
OF_LIBC(REFUSED)
REFUSED(umount, MOUNT)
REFUSED(sethostid, HOSTNAME)

/* ---- one that does so with some arguments ---- */

#define READS_ALL 3 /* of the kernel's messages, without taking them: syslog(2) */
#define UNREAD 9
#define ROOM 10

EXPORT int klogctl(int type, char *buffer, int length);
EXPORT int klogctl(int type, char *buffer, int length) {
    uint64_t site = SITE();
    bool looks = type == READS_ALL || type == UNREAD || type == ROOM;
    return !looks && machine_refuses(HEDDLE_MACHINE_LOG, "klogctl", site) ? -1 : REAL(klogctl)(type, buffer, length);
}
