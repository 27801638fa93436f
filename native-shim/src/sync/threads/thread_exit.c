/* How a thread ends: by return from its start routine, or by pthread_exit. */
#define _GNU_SOURCE
#include "sync/threads/thread_exit.h"

#include <setjmp.h>
#include <stdlib.h>

#include "base/compiler.h"
#include "base/invariant.h"
#include "base/real.h"
#include "core/candidates.h"
#include "core/schedule.h"
#include "kernel/process/process.h"
#include "kernel/process/thread_locals.h"
#include "kernel/readiness/held.h"
#include "kernel/signals/signal_look.h"
#include "memory/life.h"
#include "memory/memory.h"
#include "memory/stdio/stream_lock.h"
#include "model/ending.h"
#include "model/fibers/fiber.h"
#include "model/fibers/processes.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "sync/mutex.h"
#include "sync/processes/ends_beside_threads.h"
#include "sync/processes/parent_end.h"
#include "sync/threads/keys.h"
#include "sync/threads/thread.h"

static void exit_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)event;
    INVARIANT(!fiber->exited && (fiber->made.is_timer || rt.live_count > 0));
    fiber->exited = true;
    rt.live_count -= !fiber->made.is_timer;
    public_fiber(fiber->index)->finished = 1;
}
RULE(THREAD_EXIT) = {.apply = exit_apply};

/* Where its start routine is, as a site. */
static uint64_t routine_of(const struct fiber *self) { return public_fiber(self->index)->info.start_routine + (self->id != 0); }

/* A forked process ends when its last thread does, and is ended by its first one. */
static void end_with_process(const struct fiber *self) {
    if (self->id == process_number(self->process)->leader) {
        process_leader_waits(routine_of(self));
        exit(0);
    }
}

/* The end of every thread: destructors, THREAD_EXIT, and away. After pthread_exit in the main thread, the process ends, as
 * by exit(0), when the last thread has; which that is must not matter to the trace, so it is the main thread's doing. */
__attribute__((noinline)) static _Noreturn void finish_below(struct fiber *self) {
    memory_leave_stack(routine_of(self));
    stream_lock_abandon();
    if (self->id != 0) { /* those of the main thread run where the process exits */
        thread_locals_end();
    }
    keys_run_destructors();
    parent_end_of_thread(routine_of(self));
    if (UNLIKELY(self->process)) {
        end_with_process(self);
    }
    mutex_abandon_all(self);
    if (self->id != 0) { /* what runs at exit runs in the main thread here, and may use its variables */
        memory_leave_thread_local(routine_of(self));
    }
    point_on(HEDDLE_THREAD_EXIT, (void *)(uintptr_t)self->id, 0, 0);
    if (self->id == 0) {
        point_on(HEDDLE_THREAD_JOIN_ALL, NULL, 0, 0);
        process_return(0);
    }
    schedule_away();
}

static _Noreturn void finish(struct fiber *self, void *result) {
    if (!running()) { /* a process that this thread has made, and has alone */
        exit(0);
    }
    signals_before_end(routine_of(self));
    signals_thread_ends(routine_of(self));
    held_abandon(routine_of(self));
    self->result = result;
    self->cancel.disabled = true;
    leave_room(memory_left_on_stack());
    finish_below(self);
}

/* pthread_exit unwinds the stack by libc's own means, which end at the outermost cleanup buffer that is registered for the
 * thread. Every thread has such a buffer on its stack, but it is registered only when it is needed: to do so writes to
 * the thread-control block, and the page that lies in is otherwise often clean. */
void __pthread_register_cancel(__pthread_unwind_buf_t *buffer);
void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer);

static __pthread_unwind_buf_t **previous(__pthread_unwind_buf_t *buffer) {
    return (__pthread_unwind_buf_t **)&buffer->__pad[0]; /* unwind_buf.priv.data.prev of nptl/descr.h */
}

static void register_outermost(__pthread_unwind_buf_t *outermost) {
    __pthread_unwind_buf_t probe;
    __pthread_register_cancel(&probe);
    __pthread_unwind_buf_t *innermost = *previous(&probe);
    __pthread_unregister_cancel(&probe);
    __pthread_unwind_buf_t *base = fiber_base_buffer(rt.current); /* of the real thread that lent its TCB */
    if (innermost == base) {
        __pthread_register_cancel(outermost);
        return;
    }
    __pthread_unwind_buf_t *last = innermost;
    while (*previous(last) != base) {
        last = *previous(last);
    }
    *previous(outermost) = base;
    *previous(last) = outermost;
}

__attribute__((noinline)) static void run_until_exit(struct fiber *self) {
    /* Without the signal mask only the leading part of a jmp_buf is written: that is how pthread.h itself uses it. */
    __pthread_unwind_buf_t buffer;
    void *registers = buffer.__cancel_jmp_buf;
    __asm__("" : "+r"(registers));
    self->outermost = &buffer;
    if (__sigsetjmp(registers, 0) == 0) {
        void *result = self->made.start(self->made.argument);
        if (UNLIKELY(rt.seen.cancels_anywhere) && running()) {
            outside.before_effect(public_fiber(self->index)->info.start_routine, true);
        }
        self->result = result;
    }
}

void thread_entry(void) {
    struct fiber *self = rt.current;
    if (self->id != 0) {
        self->pending->kind = 0; /* THREAD_START has been applied by whoever switched here */
    }
    if (UNLIKELY(rt.processes)) {
        processes_name_for(self->process);
    }
    run_until_exit(self);
    finish(rt.current, rt.current->result);
}

/* ---- the interposed functions ---- */

EXPORT void pthread_exit(void *result) {
    rt.site = NULL;
    if (running()) {
        rt.current->result = result;
        rt.current->cancel.disabled = true;
        if (!rt.program.unwinder_loaded) {
            rt.shared->wants_unwinder = 1;
            end_execution(HEDDLE_RESOURCES);
        }
        register_outermost(rt.current->outermost);
    }
    REAL(pthread_exit)(result);
    __builtin_unreachable();
}

static void end_cancelled(void) { pthread_exit(PTHREAD_CANCELED); }

void thread_exit_prepare(void) { outside.end_cancelled = end_cancelled; }
