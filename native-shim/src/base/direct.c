#define _GNU_SOURCE
#include "base/direct.h"

#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <string.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>

#include "base/compiler.h"

watch_fn *direct_watch;

long direct_make(long number, const long a[6]) {
    long result = number;
    register long fourth __asm__("r10") = a[3];
    register long fifth __asm__("r8") = a[4];
    register long sixth __asm__("r9") = a[5];
    __asm__ volatile("syscall"
                     : "+a"(result)
                     : "D"(a[0]), "S"(a[1]), "d"(a[2]), "r"(fourth), "r"(fifth), "r"(sixth)
                     : "rcx", "r11", "memory");
    return result;
}

long kernel_call(long number, ...) {
    long a[6];
    va_list arguments;
    va_start(arguments, number);
    for (int i = 0; i < 6; i++) {
        a[i] = va_arg(arguments, long);
    }
    va_end(arguments);
    long result = UNLIKELY(direct_watch) ? direct_watch(number, a) : direct_make(number, a);
    if (result < 0 && result > -4096) {
        errno = (int)-result;
        return -1;
    }
    return result;
}

void direct_exit(int status) {
    const long a[6] = {status};
    if (direct_watch) {
        direct_watch(SYS_exit_group, a);
    }
    for (;;) {
        direct_make(SYS_exit_group, a);
    }
}

static uint64_t always;

void direct_mask_always(uint64_t set) { always |= set; }

uint64_t direct_mask(uint64_t mask) {
    uint64_t before = 0;
    mask = (mask | always) & ~(1ull << (RESERVED_SIGNAL - 1));
    kernel_call(SYS_rt_sigprocmask, SIG_SETMASK, &mask, &before, sizeof mask);
    return before;
}

/* Nobody waits for the value, and if it is there, not for long. */
bool direct_is_readable(uint64_t address) {
    static const struct timespec at_once = {0};
    long word = (long)(address & ~3ull);
    return direct_call(SYS_futex, word, FUTEX_WAIT_PRIVATE, -1, (long)(uintptr_t)&at_once) != -EFAULT;
}

bool direct_value(uint64_t address, uint64_t size, uint64_t *value) {
    if (!direct_is_readable(address) || !direct_is_readable(address + size - 1)) {
        return false;
    }
    *value = 0;
    memcpy(value, (const void *)(uintptr_t)address, size < sizeof *value ? size : sizeof *value);
    return true;
}

void *direct_map(void *at, unsigned long bytes, int flags) {
    return (void *)kernel_call(SYS_mmap, at, bytes, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

void direct_unmap(void *at, unsigned long bytes) { kernel_call(SYS_munmap, at, bytes); }
