/* getcontext, setcontext, swapcontext, makecontext. A switch is no event, and its thread goes on: whoever resumes a coroutine has its clock
 * and its number. What the calls do to contexts and stacks are accesses: where two threads resume a coroutine with nothing that orders
 * them, that is a race, and a stack that has been freed is not used unnoticed. The mask of signals is the thread's own, which is not
 * the kernel's; therefore the calls are made here, and not by libc.
 *
 * The layout of contexts is libc's, so programs that look into them find what they expect. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <ucontext.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/signals/signal_mask.h"
#include "memory/memory.h"
#include "model/fibers/running_stack.h"
#include "model/runtime.h"
#include "sync/contexts/context_stacks.h"

#define WORD sizeof(uint64_t)

/* What the calls change of a context, but for the registers of floating point, which have no names in programs. */
#define CHANGED_FROM offsetof(ucontext_t, uc_mcontext)
#define CHANGED_TO (offsetof(ucontext_t, uc_sigmask) + WORD)

_Static_assert(offsetof(ucontext_t, uc_mcontext.gregs) == 40 && offsetof(ucontext_t, uc_mcontext.fpregs) == 224 &&
                   offsetof(ucontext_t, uc_sigmask) == 296 && offsetof(ucontext_t, __fpregs_mem) == 424,
               "as the assembly below has them");

/* The word of the mask that the kernel looks at. */
static uint64_t word_of(const sigset_t *set) { return *(const uint64_t *)set; }

static uint64_t real_mask(const sigset_t *wanted) {
    sigset_t before;
    REAL(sigprocmask)(SIG_SETMASK, wanted, &before);
    return word_of(&before);
}

/* The caller's context is about to be taken. Returns the mask that it has. */
__attribute__((used)) uint64_t context_takes(ucontext_t *taken, const uint64_t *sp) {
    uint64_t site = take_site((const void *)(uintptr_t)*sp, sp);
    if (!running()) {
        return real_mask(NULL);
    }
    memory_writes((char *)taken + CHANGED_FROM, CHANGED_TO - CHANGED_FROM, site);
    return rt.current->signal.blocked;
}

/* The thread is about to go on with `to`; what it leaves is stored in `from`, or given up (NULL). `sp` points to the return address. The
 * places of the return addresses are nobody else's: whoever writes or reads there suspends the coroutine or resumes it. Returns the
 * mask to store. */
__attribute__((used)) uint64_t context_switches(ucontext_t *from, const ucontext_t *to, const uint64_t *sp) {
    uint64_t site = take_site((const void *)(uintptr_t)*sp, sp);
    if (!running()) {
        return real_mask(&to->uc_sigmask);
    }
    struct fiber *self = rt.current;
    if (from) {
        memory_writes((char *)from + CHANGED_FROM, CHANGED_TO - CHANGED_FROM, site);
    }
    memory_reads((const char *)to + CHANGED_FROM, CHANGED_TO - CHANGED_FROM, site);
    if (!is_on_stack_of_thread(self, (uint64_t)(uintptr_t)sp)) {
        memory_writes(sp, WORD, site);
    }
    uint64_t to_sp = (uint64_t)to->uc_mcontext.gregs[REG_RSP];
    if (!is_on_stack_of_thread(self, to_sp)) {
        memory_reads((const void *)(uintptr_t)(to_sp - WORD), WORD, site);
    }
    uint64_t before = self->signal.blocked;
    if (word_of(&to->uc_sigmask) != before) {
        signals_set_mask(&to->uc_sigmask, site);
    }
    context_stack_entered(to_sp);
    return before;
}

/* The function of a coroutine has returned. Libc ends the process where nothing follows. */
__attribute__((used)) _Noreturn void context_over(const ucontext_t *next, const struct heddle_site *made_at) {
    rt.site = made_at;
    if (next) {
        setcontext(next);
    }
    exit(0);
}

void heddle_context_returned(void);

/* rdi: a context; rax: its mask. The registers as they are after the return of the function that has 8 + `below` bytes on the stack. */
#define SAVE                                       \
    "  mov %rax, 296(%rdi)\n"                      \
    "  mov %rbx, 128(%rdi); mov %rbp, 120(%rdi)\n" \
    "  mov %r12, 72(%rdi); mov %r13, 80(%rdi)\n"   \
    "  mov %r14, 88(%rdi); mov %r15, 96(%rdi)\n"   \
    "  mov (%rsp), %rcx; mov %rcx, 168(%rdi)\n"    \
    "  lea 8(%rsp), %rcx; mov %rcx, 160(%rdi)\n"   \
    "  lea 424(%rdi), %rcx; mov %rcx, 224(%rdi)\n" \
    "  fnstenv (%rcx); fldenv (%rcx); stmxcsr 448(%rdi)\n"
#define RESTORE                                                                            \
    "  mov 224(%rdi), %rcx; fldenv (%rcx); ldmxcsr 448(%rdi)\n"                            \
    "  .cfi_undefined %rip\n"                                                              \
    "  mov 160(%rdi), %rsp; pushq 168(%rdi)\n"                                             \
    "  mov 128(%rdi), %rbx; mov 120(%rdi), %rbp; mov 72(%rdi), %r12; mov 80(%rdi), %r13\n" \
    "  mov 88(%rdi), %r14; mov 96(%rdi), %r15; mov 112(%rdi), %rsi; mov 136(%rdi), %rdx\n" \
    "  mov 152(%rdi), %rcx; mov 40(%rdi), %r8; mov 48(%rdi), %r9; mov 104(%rdi), %rdi\n"   \
    "  xor %eax, %eax\n"                                                                   \
    "  ret\n"
#define BEGIN(name) ".globl " name "\n.type " name ",@function\n" name ":\n  .cfi_startproc\n"
#define END(name) "  .cfi_endproc\n.size " name ",.-" name "\n"

__asm__(".text\n" BEGIN(
    "getcontext") "  push %rdi\n"
                  "  .cfi_adjust_cfa_offset 8\n"
                  "  lea 8(%rsp), %rsi\n"
                  "  call context_takes\n"
                  "  pop %rdi\n"
                  "  .cfi_adjust_cfa_offset -8\n" SAVE "  xor %eax, %eax\n"
                  "  ret\n" END("getcontext")

                      BEGIN("swapcontext") "  push %rdi; push %rsi; sub $8, %rsp\n"
                                           "  .cfi_adjust_cfa_offset 24\n"
                                           "  lea 24(%rsp), %rdx\n"
                                           "  call context_switches\n"
                                           "  add $8, %rsp; pop %rsi; pop %rdi\n"
                                           "  .cfi_adjust_cfa_offset -24\n" SAVE "  mov %rsi, %rdi\n" RESTORE END("swapcontext")

                                               BEGIN("setcontext") "  push %rdi\n"
                                                                   "  .cfi_adjust_cfa_offset 8\n"
                                                                   "  mov %rdi, %rsi; xor %edi, %edi; lea 8(%rsp), %rdx\n"
                                                                   "  call context_switches\n"
                                                                   "  pop %rdi\n"
                                                                   "  .cfi_adjust_cfa_offset -8\n" RESTORE END("setcontext")

        /* Where the function of a coroutine returns to: rbx points to what makecontext has left. Nobody has called it. */
        ".hidden heddle_context_returned\n"
        ".type heddle_context_returned,@function\n"
        "  .cfi_startproc\n"
        "  .cfi_undefined %rip\n"
        "  nop\n"
        "heddle_context_returned:\n"
        "  mov (%rbx), %rdi; mov 8(%rbx), %rsi\n"
        "  call context_over\n" END("heddle_context_returned"));

/* Up to six arguments are in registers, the others on the stack. */
EXPORT void makecontext(ucontext_t *context, void (*function)(void), int count, ...) {
    static const int registers[] = {REG_RDI, REG_RSI, REG_RDX, REG_RCX, REG_R8, REG_R9};
    uint64_t site = SITE(), low = (uint64_t)(uintptr_t)context->uc_stack.ss_sp, size = context->uc_stack.ss_size;
    uint64_t on_stack = count > 6 ? (uint64_t)count - 6 : 0;
    uint64_t *sp = (uint64_t *)((low + size - (on_stack + 2) * WORD) & ~15ull) - 1, *kept = sp + 1 + on_stack;
    if (running()) {
        memory_reads(&context->uc_link, CHANGED_FROM - offsetof(ucontext_t, uc_link), site);
        memory_writes((char *)context + CHANGED_FROM, CHANGED_TO - CHANGED_FROM, site);
        memory_writes(sp - 1, (uint64_t)(kept + 2 - (sp - 1)) * WORD, site);
    }
    context_stack_made(low, size);
    greg_t *to = context->uc_mcontext.gregs;
    va_list arguments;
    va_start(arguments, count);
    for (int i = 0; i < count; i++) {
        greg_t argument = va_arg(arguments, greg_t);
        if (i < 6) {
            to[registers[i]] = argument;
        } else {
            sp[1 + i - 6] = (uint64_t)argument;
        }
    }
    va_end(arguments);
    sp[0] = (uint64_t)(uintptr_t)heddle_context_returned;
    kept[0] = (uint64_t)(uintptr_t)context->uc_link;
    kept[1] = site;
    to[REG_RIP] = (greg_t)(uintptr_t)function;
    to[REG_RSP] = (greg_t)(uintptr_t)sp;
    to[REG_RBX] = (greg_t)(uintptr_t)kept;
}
