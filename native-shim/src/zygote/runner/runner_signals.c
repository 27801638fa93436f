/* How faults and system calls come to the runner: SIGSEGV and SIGSYS, the latter by syscall user dispatch (Linux 5.11), which spares
 * nothing but the runtime's own text. Handlers use no libc, and return from within that text. */
#define _GNU_SOURCE
#include "zygote/runner/runner_signals.h"

#include <link.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include "base/direct.h"
#include "zygote/runner/runner_calls.h"
#include "zygote/runner/runner_memory.h"
#include "zygote/runner/runner_state.h"

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#define PR_SYS_DISPATCH_ON 1
#endif
#define SA_RESTORER 0x04000000

void heddle_runner_sigreturn(void);
__asm__(".text\n"
        ".hidden heddle_runner_sigreturn\n"
        ".globl heddle_runner_sigreturn\n"
        ".type heddle_runner_sigreturn,@function\n"
        "heddle_runner_sigreturn:\n"
        "  mov $15, %eax\n"
        "  syscall\n"
        ".size heddle_runner_sigreturn,.-heddle_runner_sigreturn\n");

static void on_fault(int number, siginfo_t *info, void *context) {
    (void)context;
    if (info->si_code == SEGV_ACCERR && memory_write((uint64_t)(uintptr_t)info->si_addr)) {
        return;
    }
    bool is_from_outside = info->si_code <= 0;
    if (runner->caller && !is_from_outside) {
        runner_leave(HEDDLE_FALLBACK_CRASH, 0); /* which a fork will repeat */
    }
    const struct kernel_action none = {0};
    direct_call(SYS_rt_sigaction, number, (long)&none, 0, sizeof none.mask);
    if (is_from_outside) { /* it may have come while a page was being saved, so the process ends; returning would not repeat it */
        direct_call(SYS_tgkill, direct_call(SYS_getpid, 0, 0, 0, 0), direct_call(SYS_gettid, 0, 0, 0, 0), number, 0);
    }
}

static void on_system_call(int number, siginfo_t *info, void *context) {
    (void)number;
    (void)info;
    ucontext_t *interrupted = context;
    greg_t *r = interrupted->uc_mcontext.gregs;
    const long arguments[6] = {r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9]};
    r[REG_RAX] = calls_make(r[REG_RAX], arguments, (uint64_t *)(void *)&interrupted->uc_sigmask);
}

static bool is_free(int number) {
    struct kernel_action action = {0};
    direct_call(SYS_rt_sigaction, number, 0, (long)&action, sizeof action.mask);
    return action.handler == NULL;
}

static void handle(int number, void (*handler)(int, siginfo_t *, void *)) {
    const struct kernel_action action = {(void *)handler, SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTORER,
                                         (void *)heddle_runner_sigreturn, 0};
    direct_call(SYS_rt_sigaction, number, (long)&action, 0, sizeof action.mask);
}

static int find_text(struct dl_phdr_info *info, size_t size, void *into) {
    (void)size;
    struct span *text = into;
    uint64_t here = (uint64_t)(uintptr_t)find_text;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        uint64_t start = info->dlpi_addr + header->p_vaddr;
        if (header->p_type == PT_LOAD && here >= start && here < start + header->p_memsz) {
            *text = (struct span){start, start + header->p_memsz};
            return 1;
        }
    }
    return 0;
}

static long watch(long number, const long arguments[6]) { return calls_make(number, arguments, NULL); }

bool signals_dispatch(void) {
    const struct span *text = &runner->text;
    const long dispatch[6] = {PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, (long)text->start,
                              (long)(text->end - text->start), (long)&runner->selector};
    return direct_make(SYS_prctl, dispatch) == 0;
}

enum heddle_fallback signals_take(void) {
    stack_t stack = {0};
    direct_call(SYS_sigaltstack, 0, (long)&stack, 0, 0);
    if (!(stack.ss_flags & SS_DISABLE) || !is_free(SIGSEGV) || !is_free(SIGSYS)) {
        return HEDDLE_FALLBACK_SIGNALS;
    }
    if (!dl_iterate_phdr(find_text, &runner->text) || !signals_dispatch()) {
        return HEDDLE_FALLBACK_UNAVAILABLE;
    }
    stack = (stack_t){.ss_sp = runner->signal_stack, .ss_size = sizeof runner->signal_stack};
    direct_call(SYS_sigaltstack, (long)&stack, 0, 0, 0);
    handle(SIGSEGV, on_fault);
    handle(SIGSYS, on_system_call);
    direct_watch = watch;
    return HEDDLE_FALLBACK_NONE;
}
