/* System calls without libc's functions for them. */
#ifndef HEDDLE_DIRECT_H
#define HEDDLE_DIRECT_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* Without a function at all, whose page of code would be mapped anew in every child. Returns what the kernel does: −errno where it
 * fails. */
static inline long direct_call(long number, long a, long b, long c, long d) {
    long result = number;
    register long fourth __asm__("r10") = d;
    __asm__ volatile("syscall" : "+a"(result) : "D"(a), "S"(b), "d"(c), "r"(fourth) : "rcx", "r11", "memory");
    return result;
}

/* The same with as many arguments as the call takes, and with libc's convention: −1 and errno where it fails. What the runtime
 * itself asks of the kernel goes this way, for syscall() is the program's: futexes are modelled there. */
long kernel_call(long number, ...);

/* Likewise with the arguments in an array, and −errno where it fails. */
long direct_make(long number, const long arguments[6]);

/* Makes a call in place of direct_make, or does not return: see zygote/runner/runner.h. NULL: kernel_call goes to the kernel. */
typedef long watch_fn(long number, const long arguments[6]);
extern watch_fn *direct_watch;

/* Ends the execution, with its process or without. */
_Noreturn void direct_exit(int status);

/* By which the zygote asks a thread that has come to no operation for long what it waits for (core/loops/plain_wait.h). It is
 * never blocked: nothing would be found out, and a thread of the program that waits for every signal would get it. */
#define RESERVED_SIGNAL SIGURG

/* Whether the four bytes that this address is in are mapped and may be read. The kernel looks, without a fault. */
bool direct_is_readable(uint64_t address);

/* The number in these bytes, or in the first eight of them. False where they may not be read (any more). */
bool direct_value(uint64_t address, uint64_t size, uint64_t *value);

/* From now on the running kernel thread blocks these signals, bit n - 1 for signal n, but for the reserved one; returns what it has
 * blocked until now. */
uint64_t direct_mask(uint64_t mask);

/* From now on direct_mask blocks these, too. */
void direct_mask_always(uint64_t set);

/* Pages for the runtime itself: mmap and munmap are the program's, whose mappings have lives (mapping.c). MAP_FAILED where there are
 * none. */
void *direct_map(void *at, unsigned long bytes, int flags);
void direct_unmap(void *at, unsigned long bytes);

#endif
