/* Fibers: every thread of the program runs on one kernel thread, on a stack of its own and with the thread-control block
 * (TCB) of a real thread that the zygote started. Its kernel thread has ended at once, behind libc's back; its TCB is memory like any
 * other, so errno, __thread variables and libc's own thread state work unchanged.
 *
 * Every thread owns a slot of address space that depends on its stable id alone, so that addresses of its stack and heap
 * are the same in every execution:
 *
 *   slot + 0          stack, growing down from slot + 33 MiB
 *   slot + 33 MiB     heap arena, growing up (memory/heap.c); stack top and heap bottom share a page-table page
 */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/asan.h"
#include "base/compiler.h"
#include "base/direct.h"
#include "base/invariant.h"
#include "base/real.h"
#include "model/addresses.h"
#include "model/ending.h"
#include "model/fibers/debug_threads.h"
#include "model/fibers/fiber.h"
#include "model/fibers/processes.h"
#include "model/note.h"
#include "model/runtime.h"
#include "model/shared.h"

#ifndef __x86_64__
#error "libheddle.so runs on x86-64 only so far"
#endif

#define ARCH_SET_FS 0x1002
#define HWCAP2_FSGSBASE_BIT 2u

static uint64_t pool[MAX_FIBERS];     /* FS bases of parked threads; [0] is the main thread's */
static void *base_buffer[MAX_FIBERS]; /* the cleanup buffers that libc registered for them */
static struct {
    uint64_t start, end;
} parked[MAX_FIBERS];                        /* their stacks, which hold their TCBs; [0] is empty */
static uint64_t parked_low = UINT64_MAX, parked_high; /* all of them lie in between */
static uint16_t index_of[MAX_THREAD_ID + 1]; /* fiber index + 1, for ids from FIRST_IDS on */

static bool has_wrfsbase;
static uint32_t pool_size;

static uint16_t *index_of_id(uint32_t id) { return id < FIRST_IDS ? &rt.first_ids[id] : &index_of[id]; }

static uint64_t read_fs(void) {
    uint64_t self;
    __asm__("mov %%fs:0x10, %0" : "=r"(self)); /* the TCB's pointer to itself, x86-64 TLS ABI */
    return self;
}

static void write_fs(uint64_t base) {
    if (LIKELY(has_wrfsbase)) {
        __asm__ volatile("wrfsbase %0" ::"r"(base) : "memory");
    } else {
        kernel_call(SYS_arch_prctl, ARCH_SET_FS, base);
    }
}

/* void heddle_switch_stack(void **save, void *to): saves callee-saved registers and control words, swaps stacks. */
void heddle_switch_stack(void **save, void *to);
__asm__(".text\n"
        ".hidden heddle_switch_stack\n"
        ".globl heddle_switch_stack\n"
        ".type heddle_switch_stack,@function\n"
        "heddle_switch_stack:\n"
        "  push %rbp; push %rbx; push %r12; push %r13; push %r14; push %r15\n"
        "  sub $8, %rsp; stmxcsr (%rsp); fnstcw 4(%rsp)\n"
        "  mov %rsp, (%rdi)\n"
        "  mov %rsi, %rsp\n"
        "  ldmxcsr (%rsp); fldcw 4(%rsp); add $8, %rsp\n"
        "  pop %r15; pop %r14; pop %r13; pop %r12; pop %rbx; pop %rbp\n"
        "  ret\n"
        ".size heddle_switch_stack,.-heddle_switch_stack\n");

void __pthread_register_cancel(__pthread_unwind_buf_t *buffer);
void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer);

/* The innermost cleanup buffer of the calling real thread. */
static void *registered_buffer(void) {
    __pthread_unwind_buf_t probe;
    __pthread_register_cancel(&probe);
    void *innermost = probe.__pad[0];
    __pthread_unregister_cancel(&probe);
    return innermost;
}

/* A copy that fork has made has the block of the thread that forked. */
void *fiber_base_buffer(const struct fiber *fiber) {
    uint32_t block = fiber->index;
    while (pool[block] != fiber->fs) {
        block--;
    }
    return base_buffer[block];
}

static uint64_t guard_bytes = FIBER_STACK_GUARD;

/* A stack ends at twice the size that it has natively, for instrumented code has larger frames, and the runtime runs on it as well. */
static void find_guard(void) {
    struct rlimit limit;
    if (!asan_is_there() && REAL(getrlimit)(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < FIBER_STACK_ROOM / 2) {
        uint64_t size = limit.rlim_cur > DEFAULT_STACK ? limit.rlim_cur : DEFAULT_STACK;
        guard_bytes = (FIBER_STACK_TOP - 2 * size) & ~(FIBER_STACK_GUARD - 1);
    }
}

static void (*entry_of_all)(void);

void fiber_reserve(void (*entry)(void)) {
    entry_of_all = entry;
    find_guard();
    has_wrfsbase = getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE_BIT;
    pool[0] = read_fs();
    base_buffer[0] = registered_buffer();
    if (pool_size == 0) {
        pool_size = 1;
    }
}

struct parking {
    uint64_t fs;
    uint64_t stack, stack_end;
    void *base_buffer;
    volatile int alive; /* cleared by the kernel when its thread has ended */
};

static void *park(void *argument) {
    struct parking *parking = argument;
    parking->fs = read_fs();
    parking->base_buffer = registered_buffer();
    pthread_attr_t attributes;
    void *stack;
    size_t size;
    if (REAL(pthread_getattr_np)(REAL(pthread_self)(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &stack, &size);
        parking->stack = (uint64_t)(uintptr_t)stack;
        parking->stack_end = parking->stack + size;
        pthread_attr_destroy(&attributes);
    }
    kernel_call(SYS_set_tid_address, (long)(uintptr_t)&parking->alive); /* else the kernel would clear the TCB's thread id */
    for (;;) {
        kernel_call(SYS_exit, 0);
    }
    return NULL;
}

#define GUARDED_FOR_GOOD 64u
#define OF_RUNTIME (128u * 1024) /* what its calls may take of a small stack */

static uint32_t guarded; /* threads */
static bool is_large(size_t stack_size) { return stack_size > (FIBER_STACK_TOP - guard_bytes) / 2; }

/* For a thread that asks for this size; 0: for none. */
static uint64_t guard_of(size_t stack_size) {
    if (is_large(stack_size)) {
        return FIBER_STACK_GUARD;
    }
    uint64_t small = (FIBER_STACK_TOP - 2 * stack_size - OF_RUNTIME) & ~(uint64_t)4095;
    return stack_size > 0 && small > guard_bytes && !asan_is_there() ? small : guard_bytes;
}

/* Runaway recursion ends in a crash. The guards are made by the execution that has the thread: made before, they would make every
 * fork dearer. In the runner they stay, but those of threads that ask for large stacks; it allows no writing by itself, and asks
 * fiber_is_guard before it does, which knows those of small stacks. */
static void guard(uint32_t id, size_t stack_size) {
    if (id >= guarded) {
        direct_call(SYS_mprotect, (long)fiber_slot(id), (long)(guarded ? guard_bytes : guard_of(stack_size)), PROT_NONE, 0);
    }
    if (guarded && is_large(stack_size) && guard_bytes > FIBER_STACK_GUARD) {
        direct_call(SYS_mprotect, (long)(fiber_slot(id) + FIBER_STACK_GUARD), (long)(guard_bytes - FIBER_STACK_GUARD), PROT_READ,
                    0);
    }
}

bool fiber_is_guard(uint64_t address) {
    if (!is_on_a_stack(address)) {
        return false;
    }
    uint64_t id = (address - FIBER_SLOTS) / FIBER_SLOT_SIZE, offset = (address - FIBER_SLOTS) % FIBER_SLOT_SIZE;
    const struct fiber *fiber = id <= MAX_THREAD_ID ? fiber_by_id((uint32_t)id) : NULL;
    return offset < guard_of(fiber ? fiber->made.stack_size : 0);
}

void fiber_guard_pool(void) {
    uint32_t most = pool_size < GUARDED_FOR_GOOD ? pool_size : GUARDED_FOR_GOOD;
    for (uint32_t id = 0; id < most; id++) {
        guard(id, 0);
    }
    guarded = most;
}

bool fiber_pool_grow(uint32_t want) {
    if (want > MAX_FIBERS) {
        return false;
    }
    sigset_t all, before;
    sigfillset(&all);
    REAL(pthread_sigmask)(SIG_SETMASK, &all, &before);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setguardsize(&attributes, 0);
    pthread_attr_setstacksize(&attributes, 65536);
    bool ok = true;
    while (ok && pool_size < want) {
        struct parking parking = {.alive = 1};
        pthread_t thread;
        ok = REAL(pthread_create)(&thread, &attributes, park, &parking) == 0;
        while (ok && __atomic_load_n(&parking.alive, __ATOMIC_ACQUIRE)) {
            kernel_call(SYS_futex, (long)(uintptr_t)&parking.alive, FUTEX_WAIT, 1, NULL);
        }
        if (ok) {
            base_buffer[pool_size] = parking.base_buffer;
            parked[pool_size].start = parking.stack;
            parked[pool_size].end = parking.stack_end;
            parked_low = parking.stack < parked_low ? parking.stack : parked_low;
            parked_high = parking.stack_end > parked_high ? parking.stack_end : parked_high;
            pool[pool_size++] = parking.fs;
        }
    }
    pthread_attr_destroy(&attributes);
    REAL(pthread_sigmask)(SIG_SETMASK, &before, NULL);
    return ok;
}

uint32_t fiber_pool_size(void) { return pool_size; }

void fiber_parked_stack(uint32_t number, uint64_t *start, uint64_t *end) {
    *start = parked[number].start;
    *end = parked[number].end;
}

const struct fiber *fiber_with_variable(uint64_t address) {
    bool may_be = address >= parked_low && address < parked_high;
    for (uint32_t i = 1; may_be && i < rt.fiber_count; i++) {
        if (address >= parked[i].start && address < parked[i].end) {
            return &rt.fibers[i];
        }
    }
    return NULL;
}

static void *first_frame(uint64_t top, void (*entry)(void)) {
    uint64_t *sp = (uint64_t *)(top & ~63ull);
    *--sp = 0; /* the entry's return address: ends a backtrace, and aligns the stack as after a call */
    *--sp = (uint64_t)(uintptr_t)entry;
    for (int i = 0; i < 6; i++) {
        *--sp = 0;
    }
    uint32_t mxcsr;
    uint16_t control;
    __asm__ volatile("stmxcsr %0; fnstcw %1" : "=m"(mxcsr), "=m"(control));
    *--sp = mxcsr | (uint64_t)control << 32;
    return sp;
}

struct fiber *fiber_create(uint32_t id, struct fiber *parent, uint32_t ordinal, size_t stack_size) {
    uint32_t index = rt.fiber_count;
    if (index >= MAX_FIBERS) {
        out_of("threads in one execution", MAX_FIBERS);
    }
    if (index >= pool_size) {
        rt.shared->wants_fibers = index + 1;
        end_execution(HEDDLE_RESOURCES);
    }
    if (*index_of_id(id) != 0) {
        out_of("names for deeply nested threads", MAX_THREAD_ID);
    }
    uint64_t top = fiber_stack_top(id);
    if (stack_size > FIBER_STACK_ROOM) {
        out_of("bytes of stack for one thread", FIBER_STACK_ROOM);
    }
    guard(id, stack_size);
    struct fiber *fiber = &rt.fibers[index];
    struct public_fiber *public = public_fiber(index);
    memset(public, 0, sizeof *public);
    public->info = (struct heddle_thread_info){.id = id, .parent = parent ? (int32_t)parent->id : -1, .ordinal = ordinal};
    *fiber = (struct fiber){
        .fs = pool[index],
        .id = id,
        .index = index,
        .stack = id,
        .on = {.low = fiber_slot(id), .size = FIBER_STACK_TOP},
        .process = parent ? parent->process : 0,
        .pending = &public->pending,
        .handle = id == 0 ? pool[0] : fiber_slot(id),
        .time.now = parent ? parent->time.now : 0,
        .time.process_ran = parent ? parent->time.process_ran : 0,
        .time.children_ran = parent ? parent->time.children_ran : 0,
        .made.stack_size = stack_size,
        .seen.unseen_order = rt.program.unseen_allocator,
        .signal.blocked = parent ? parent->signal.blocked : 0,
        .sp = first_frame(top, entry_of_all),
    };
    *index_of_id(id) = (uint16_t)(index + 1);
    rt.fiber_count++;
    rt.live_count++;
    rt.shared->fiber_count = rt.fiber_count;
    if (UNLIKELY(rt.debugged) && !(parent && parent->forks_at)) {
        debug_create(fiber, entry_of_all);
    }
    return fiber;
}

void (*fiber_takes_over)(const struct fiber *fiber);

void fiber_switch(struct fiber *to) {
    struct fiber *from = rt.current;
    if (from == to) {
        return;
    }
    INVARIANT(to->index < rt.fiber_count);
    rt.current = to;
    rt.shared->running = to->id;
    rt.allocates = to->id;
    if (UNLIKELY(from->process != to->process)) {
        processes_switch(from, to);
        if ((to = rt.current) == from) {
            return;
        }
    }
    if (UNLIKELY(rt.debugged)) {
        debug_switch(from, to);
        return;
    }
    if (UNLIKELY(rt.seen.masks) && from->signal.blocked != to->signal.blocked) {
        direct_mask(to->signal.blocked);
    }
    if (UNLIKELY(fiber_takes_over)) {
        fiber_takes_over(to);
    }
    write_fs(to->fs);
    heddle_switch_stack(&from->sp, to->sp);
}

void fiber_start_main(struct fiber *main_fiber, void **caller) {
    rt.current = main_fiber;
    rt.shared->running = main_fiber->id;
    rt.allocates = main_fiber->id;
    heddle_switch_stack(caller, main_fiber->sp);
}

void fiber_leave(void *caller) {
    void *abandoned;
    write_fs(pool[0]);
    heddle_switch_stack(&abandoned, caller);
    __builtin_unreachable();
}

void fiber_pause(void *caller, void **paused) {
    write_fs(pool[0]);
    heddle_switch_stack(paused, caller);
}

void fiber_resume(void *paused, void **caller) {
    write_fs(rt.current->fs);
    heddle_switch_stack(caller, paused);
}

void fiber_guard_again(void) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        guard(rt.fibers[i].id, rt.fibers[i].made.stack_size);
    }
}

struct fiber *fiber_by_id(uint32_t id) {
    uint32_t index = id <= MAX_THREAD_ID ? *index_of_id(id) : 0;
    return index ? &rt.fibers[index - 1] : NULL;
}
