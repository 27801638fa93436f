/* An execution that a debugger looks at. Debuggers know kernel threads and not fibers, so each fiber gets a kernel thread that runs
 * on the fiber's stack with the fiber's thread-control block: all addresses are those of any other execution. Only the switch
 * differs: it wakes one kernel thread and puts the other to sleep, so that one runs at any time, as the plan says.
 *
 * The kernel threads are made by clone itself, for libc must not allot stacks or thread-control blocks here. Who waits blocks all
 * signals, so that those sent to the process arrive at the thread that runs, as they do where there is one kernel thread.
 */
#define _GNU_SOURCE
#include "model/fibers/debug_threads.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/direct.h"
#include "base/real.h"
#include "model/addresses.h"
#include "model/fibers/debug.h"
#include "model/note.h"
#include "model/runtime.h"
#include "model/shared.h"

#define POLL_NANOS 5000000
#define TCB_SEARCHED 0x800 /* bytes of the thread-control block in which libc keeps the thread's number */

static uint32_t turns[MAX_FIBERS]; /* 1: this fiber's kernel thread may run */
static uint64_t number_offset; /* of the thread's number in its thread-control block; 0: not found */

/* long heddle_clone(flags, stack, parent_tid, child_tid, tls): the child returns to the address on top of its stack. */
long heddle_clone(uint64_t flags, void *stack, void *parent_number, void *child_number, uint64_t tls);
__asm__(".text\n"
        ".hidden heddle_clone\n"
        ".globl heddle_clone\n"
        ".type heddle_clone,@function\n"
        "heddle_clone:\n"
        "  mov %rcx, %r10\n"
        "  mov $56, %eax\n"
        "  syscall\n"
        "  ret\n"
        ".size heddle_clone,.-heddle_clone\n");

static bool is_traced(void) {
    char text[2048];
    int file = (int)kernel_call(SYS_openat, AT_FDCWD, "/proc/self/status", O_RDONLY | O_CLOEXEC, 0);
    long length = file < 0 ? -1 : kernel_call(SYS_read, file, text, sizeof text - 1);
    kernel_call(SYS_close, file);
    if (length <= 0) {
        return false;
    }
    text[length] = 0;
    const char *tracer = strstr(text, "TracerPid:\t");
    return tracer && tracer[strlen("TracerPid:\t")] != '0';
}

/* libc keeps each thread's number in its thread-control block, and libthread_db looks for it there. */
static void find_number(const struct fiber *main_fiber) {
    int32_t number = (int32_t)kernel_call(SYS_gettid);
    for (uint64_t offset = 0x100; offset < TCB_SEARCHED; offset += sizeof number) {
        if (memcmp((const void *)(main_fiber->fs + offset), &number, sizeof number) == 0) {
            number_offset = offset;
            return;
        }
    }
}

void debug_name(const struct fiber *fiber) {
    char name[16];
    REAL(snprintf)(name, sizeof name, fiber->id == 0 ? "main" : "T%u", fiber->id);
    kernel_call(SYS_prctl, PR_SET_NAME, name);
}

void debug_start(const struct heddle_plan *plan) {
    if (!(plan->flags & HEDDLE_PLAN_DEBUG)) {
        return;
    }
    debug_stop_before(plan->stop_at);
    rt.debugged = true;
    kernel_call(SYS_prctl, PR_SET_PTRACER, PR_SET_PTRACER_ANY);
    find_number(&rt.fibers[0]);
    debug_name(&rt.fibers[0]);
    while (!is_traced()) {
        struct timespec pause = {0, POLL_NANOS};
        kernel_call(SYS_nanosleep, &pause, NULL);
    }
}

static void wait_for_turn(const struct fiber *self) {
    uint32_t *turn = &turns[self->index];
    while (__atomic_load_n(turn, __ATOMIC_ACQUIRE) == 0) {
        kernel_call(SYS_futex, turn, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    }
    __atomic_store_n(turn, 0, __ATOMIC_RELAXED);
}

static void give_turn(const struct fiber *to) {
    uint32_t *turn = &turns[to->index];
    __atomic_store_n(turn, 1, __ATOMIC_RELEASE);
    kernel_call(SYS_futex, turn, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

/* Where a kernel thread begins, with the stack pointer that a fiber begins with: stacks lie where they do without a debugger. */
void heddle_begin(void);
void heddle_await_first_turn(void);
__asm__(".text\n"
        ".hidden heddle_begin\n"
        ".globl heddle_begin\n"
        ".type heddle_begin,@function\n"
        "heddle_begin:\n"
        "  call heddle_await_first_turn\n"
        "  ret\n"
        ".size heddle_begin,.-heddle_begin\n");

/* The stack tells which fiber it is. */
__attribute__((used)) void heddle_await_first_turn(void) {
    uint64_t here = (uint64_t)(uintptr_t)__builtin_frame_address(0);
    const struct fiber *self = rt.fibers;
    while (self->id != (here - FIBER_SLOTS) / FIBER_SLOT_SIZE) {
        self++;
    }
    debug_name(self);
    wait_for_turn(self);
    direct_mask(self->signal.blocked);
}

void debug_create(struct fiber *fiber, void (*entry)(void)) {
    uint64_t *top = (uint64_t *)(fiber_stack_top(fiber->id) & ~63ull);
    *--top = 0; /* the end of a backtrace, and the alignment of a stack after a call */
    *--top = (uint64_t)(uintptr_t)entry; /* which heddle_begin returns to */
    *--top = (uint64_t)(uintptr_t)heddle_begin;
    uint64_t flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS;
    void *number = (void *)(fiber->fs + number_offset);
    uint64_t before = direct_mask(~0ull);
    if (!rt.seen.masks) {
        fiber->signal.blocked = before;
    }
    long error = heddle_clone(number_offset ? flags | CLONE_CHILD_SETTID : flags, top, NULL, number, fiber->fs);
    direct_mask(before);
    if (error < 0) {
        out_of("kernel threads for a debugger", fiber->index);
    }
}

void debug_switch(const struct fiber *from, const struct fiber *to) {
    uint64_t before = direct_mask(~0ull);
    give_turn(to);
    if (from->exited && from->id != 0) {
        for (;;) {
            kernel_call(SYS_exit, 0);
        }
    }
    wait_for_turn(from);
    direct_mask(rt.seen.masks ? from->signal.blocked : before);
}
