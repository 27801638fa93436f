/* Functions of libc that change other processes, or trace them. Signals are in kernel/signals/signal_send.c. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdarg.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/machine/others.h"
#include "model/ending.h"
#include "model/runtime.h"

EXPORT long ptrace(enum __ptrace_request request, ...) {
    uint64_t site = SITE();
    va_list arguments;
    va_start(arguments, request);
    pid_t process = va_arg(arguments, pid_t);
    void *address = va_arg(arguments, void *);
    void *data = va_arg(arguments, void *);
    va_end(arguments);
    CALLS_ALONE("ptrace");
    bool begins = request == PTRACE_ATTACH || request == PTRACE_SEIZE;
    bool is_refused = begins && others_refuse(process, HEDDLE_MACHINE_TRACE, "ptrace", site);
    return is_refused ? -1 : REAL(ptrace)(request, process, address, data);
}

EXPORT ssize_t process_vm_writev(pid_t process, const struct iovec *from, unsigned long parts, const struct iovec *to,
                                 unsigned long places, unsigned long flags) {
    uint64_t site = SITE();
    bool is_refused = others_refuse(process, HEDDLE_MACHINE_TRACE, "process_vm_writev", site);
    return is_refused ? -1 : REAL(process_vm_writev)(process, from, parts, to, places, flags);
}
