/* By seccomp(2), which also holds for processes that executions make, and for calls that nobody stands in for. */
#define _GNU_SOURCE
#include "kernel/machine/guard.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/syscall.h>

#include "base/capability.h"
#include "base/direct.h"
#include "kernel/machine/machine_calls.h"

#define ROOM 256 /* instructions: two for each call, and a few more */

/* What stands in for these answers without the kernel. */
static const uint16_t clocks[] = {SYS_clock_settime, SYS_settimeofday, SYS_adjtimex, SYS_clock_adjtime};

static struct sock_filter filter[ROOM];
static unsigned short length;

static void add(uint16_t code, uint32_t value, uint8_t if_so, uint8_t else_so) {
    filter[length++] = (struct sock_filter){code, if_so, else_so, value};
}

static void refuse(uint16_t number, uint32_t error) {
    add(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
    add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error, 0, 0);
}

/* Who may not set a filter without giving up the rights of programs that it executes has next to none of the rights that these need. */
void machine_guard(uint32_t allowed) {
    if (length > 0 || !has_capability(CAP_SYS_ADMIN)) { /* filters are never taken off again */
        return;
    }
    add(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch), 0, 0);
    add(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
    add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
    add(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr), 0, 0);
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks && !(allowed >> HEDDLE_MACHINE_CLOCK & 1); i++) {
        refuse(clocks[i], EPERM);
    }
    for (const struct machine_call *call = machine_calls; call->name; call++) {
        if (!(allowed >> call->what & 1)) {
            refuse(call->number, EPERM);
        }
    }
    refuse(SYS_io_uring_setup, ENOSYS); /* what it is to do nobody would see: io_uring.h */
    add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
    const struct sock_fprog program = {length, filter};
    direct_call(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, (long)(uintptr_t)&program, 0);
}
