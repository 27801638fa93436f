/* Calls that the runtime does not model. While the program is being checked they end the check with the function's name
 * and the caller's position: nothing runs unmodelled. Otherwise they go to libc. */
#define _GNU_SOURCE
#include "base/compiler.h"
#include "base/real.h"
#include "model/note.h"
#include "model/runtime.h"

/* The caller's address is on the stack, above what the stub below saved. Returns where to jump. */
void *heddle_unmodelled(const char *name, const void *return_address);
void *heddle_unmodelled(const char *name, const void *return_address) {
    uint64_t site = take_site(return_address, NULL);
    if (running()) {
        unmodelled(name, site);
    }
    return real_function(name);
}

__asm__(".text\n"
        ".hidden heddle_unmodelled_call\n"
        ".globl heddle_unmodelled_call\n"
        ".type heddle_unmodelled_call,@function\n"
        "heddle_unmodelled_call:\n" /* r11: name; on the stack: the caller's return address */
        "  push %rdi; push %rsi; push %rdx; push %rcx; push %r8; push %r9; push %rax\n"
        "  mov %r11, %rdi\n"
        "  mov 56(%rsp), %rsi\n"
        "  call heddle_unmodelled\n"
        "  mov %rax, %r11\n"
        "  pop %rax; pop %r9; pop %r8; pop %rcx; pop %rdx; pop %rsi; pop %rdi\n"
        "  jmp *%r11\n"
        ".size heddle_unmodelled_call,.-heddle_unmodelled_call\n");

#define UNMODELLED(name)                                    \
    __asm__(".text\n"                                       \
            ".globl " #name "\n"                            \
            ".type " #name ",@function\n" #name ":\n"       \
            "  lea 9f(%rip), %r11\n"                        \
            "  jmp heddle_unmodelled_call\n"                \
            ".size " #name ",.-" #name "\n"                 \
            ".section .rodata.str1.1,\"aMS\",@progbits,1\n" \
            "9: .asciz \"" #name "\"\n"                     \
            ".text\n");

#include "kernel/process/unmodelled.inc"
