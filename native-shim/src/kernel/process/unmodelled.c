/* Calls that the runtime does not model. While the program is being checked they end the check with the function's name
 * and the caller's position: nothing runs unmodelled. Otherwise they go to libc. */
#define _GNU_SOURCE
#include "base/compiler.h"
#include "base/real.h"
#include "model/ending.h"
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

/* Others go to libc, but are not modelled beside other processes. `what`: CALL_OF, and the name. */
void *heddle_alone(const char *what, const void *return_address);
void *heddle_alone(const char *what, const void *return_address) {
    take_site(return_address, NULL);
    calls_alone(what);
    return real_function(what + sizeof CALL_OF - 1);
}

/* Arguments stay as they are, so the function need not be known. r11: the text; on the stack: the caller's return address. */
#define ON_CALLS(stub, function)                                                            \
    __asm__(".text\n"                                                                       \
            ".hidden " stub "\n"                                                            \
            ".globl " stub "\n"                                                             \
            ".type " stub ",@function\n" stub ":\n"                                         \
            "  push %rdi; push %rsi; push %rdx; push %rcx; push %r8; push %r9; push %rax\n" \
            "  mov %r11, %rdi\n"                                                            \
            "  mov 56(%rsp), %rsi\n"                                                        \
            "  call " function "\n"                                                         \
            "  mov %rax, %r11\n"                                                            \
            "  pop %rax; pop %r9; pop %r8; pop %rcx; pop %rdx; pop %rsi; pop %rdi\n"        \
            "  jmp *%r11\n"                                                                 \
            ".size " stub ",.-" stub "\n");

ON_CALLS("heddle_unmodelled_call", "heddle_unmodelled")
ON_CALLS("heddle_alone_call", "heddle_alone")

#define GOES_BY(name, stub, text)                           \
    __asm__(".text\n"                                       \
            ".globl " #name "\n"                            \
            ".type " #name ",@function\n" #name ":\n"       \
            "  lea 9f(%rip), %r11\n"                        \
            "  jmp " stub "\n"                              \
            ".size " #name ",.-" #name "\n"                 \
            ".section .rodata.str1.1,\"aMS\",@progbits,1\n" \
            "9: .asciz \"" text #name "\"\n"                \
            ".text\n");
#define UNMODELLED(name) GOES_BY(name, "heddle_unmodelled_call", "")
#define ALONE(name) GOES_BY(name, "heddle_alone_call", CALL_OF)

#include "kernel/process/unmodelled.inc"
