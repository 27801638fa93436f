/* A system call without libc's function for it: the page of that function's code would be mapped anew in every child. */
#ifndef HEDDLE_DIRECT_H
#define HEDDLE_DIRECT_H

/* Returns what the kernel does: −errno where it fails. */
static inline long direct_call(long number, long a, long b, long c, long d) {
    long result = number;
    register long fourth __asm__("r10") = d;
    __asm__ volatile("syscall" : "+a"(result) : "D"(a), "S"(b), "d"(c), "r"(fourth) : "rcx", "r11", "memory");
    return result;
}

#endif
