/* Whether new processes are part of the execution is known before the first one, of what the program may call: where it refers to
 * functions that reach other processes by ways that are not modelled, nobody controls its processes (kernel/outside).
 *
 * What a process that is forked beside other threads finds of memory, and of locks, depends on how far they have got: the fork then is an
 * atomic section, which depends on all that they do (Relation.java: cautious). */
#define _GNU_SOURCE
#include "sync/processes/process_fork.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/asan.h"
#include "base/compiler.h"
#include "base/direct.h"
#include "base/real.h"
#include "base/symbols.h"
#include "core/schedule.h"
#include "core/section.h"
#include "kernel/machine/others.h"
#include "kernel/readiness/kernel.h"
#include "kernel/readiness/slots.h"
#include "kernel/signals/pending/disposition.h"
#include "kernel/signals/signal_points.h"
#include "memory/heap.h"
#include "memory/mappings/maps.h"
#include "memory/mappings/shared_pages.h"
#include "model/ending.h"
#include "model/fibers/alike.h"
#include "model/fibers/debug_threads.h"
#include "model/fibers/fiber.h"
#include "model/fibers/process_groups.h"
#include "model/fibers/processes.h"
#include "model/fibers/stable_id.h"
#include "model/note.h"
#include "model/objects.h"
#include "model/operation.h"
#include "model/runtime.h"
#include "model/shared.h"
#include "race/object_order.h"
#include "race/shadow/copied.h"
#include "race/shadow/shadow.h"
#include "sync/mutex.h"
#include "sync/named.h"
#include "sync/processes/ends_beside_threads.h"
#include "sync/processes/parent_end.h"
#include "sync/processes/process_end.h"
#include "sync/processes/process_exit.h"
#include "sync/settings/settings.h"
#include "sync/threads/keys.h"

static const char *left_alone_for; /* NULL: they are controlled */

/* What is not modelled beside other processes, and where a call comes too late to tell (CALLS_ALONE): a reference to it is enough. */
static const char *const not_modelled[] = {"io_setup", NULL};

/* By these, signals come to processes, or tell them of ends. */
static const char *const signals[] = {"kill",         "killpg",          "raise",        "gsignal",          "tgkill",
                                      "sigqueue",     "sigaction",       "signal",       "sigset",           "bsd_signal",
                                      "sysv_signal",  "__sysv_signal",   "ssignal",      "sigwait",          "sigwaitinfo",
                                      "sigtimedwait", "sigsuspend",      "sigpause",     "sigprocmask",      "sighold",
                                      "sigblock",     "pthread_sigmask", "pthread_kill", "pthread_sigqueue", "pause",
                                      "alarm",        "ualarm",          "setitimer",    "timer_create",     NULL};

static void add_shared(const struct mapping *m, void *fits) {
    if (mapping_is_of_all(m)) {
        *(bool *)fits &= processes_add_shared(m->start, m->end);
    }
}

/* What is mapped as shared when the first process is made, or when there is no other one, all of them share. */
static bool find_shared(void) {
    bool fits = true;
    processes_forget_shared();
    return maps_each(0, UINT64_MAX, add_shared, &fits) && fits;
}

/* What the runtime remembers of the memory that was at these addresses when another process had the turn. */
static void arrived(void) {
    shadow_forget_near();
    heap_forget_arena();
}

/* glibc compares the owners of such mutexes with the number of the thread, which is another one in the new process. */
static bool is_of_thread(const struct object *o) {
    if (o->family != HEDDLE_FAMILY_MUTEX) {
        return false;
    }
    const pthread_mutex_t *mutex = (const pthread_mutex_t *)(uintptr_t)address_of_name(o->address);
    int kind = mutex->__data.__kind & MUTEX_KIND_MASK;
    return kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK || o->robust;
}

/* A copy of the thread that forks. */
static void copy_thread(struct fiber *child, const struct fiber *self, uint32_t number) {
    child->process = number;
    child->time.process_ran = child->time.children_ran = 0;
    child->stack = self->stack;
    child->on = self->on;
    child->fs = self->fs;
    child->handle = self->handle;
    child->specific = self->specific;
    child->signal.stack = self->signal.stack;
    child->signal.stack_size = self->signal.stack_size;
    child->outermost = self->outermost;
    child->left_above = self->left_above;
    child->made = self->made;
    child->cancel.disabled = self->cancel.disabled;
    child->cancel.asynchronous = self->cancel.asynchronous;
    child->detached = child->made.detached = false;
    struct heddle_thread_info *info = &public_fiber(child->index)->info;
    info->start_routine = public_fiber(self->index)->info.start_routine;
    REAL(snprintf)(info->name, sizeof info->name, "process %u", number + 1);
}

/* The last of the handlers that run before a fork: the program's have run. */
static void before_fork(void) {
    struct fiber *self = rt.current;
    if (!running() || !self->forks_at) {
        return;
    }
    bool is_first = processes_count() == 0;
    pid_t group = (pid_t)kernel_call(SYS_getpgrp);
    if (is_first) {
        others_begin();
        /* So that the zygote can end all of it. In the runner, the execution is run again in a fork here. */
        kernel_call(SYS_setpgid, 0, 0);
        rt.shared->forked = 1;
    }
    if (!processes_begin() || ((is_first || !processes_others_live()) && !find_shared())) {
        end_execution_uncontrolled("its memory cannot be shared");
    }
    if (is_first) {
        groups_begin(group);
    }
    process_hooks.arrived = arrived;
    if (is_first && process_signals_come()) {
        signals_before_first_process(self->forks_at);
    }
    if (process_signals_come() && signals_tell_of_ends()) {
        end_execution_for_ends(ENDS_TOLD);
    }
    if (rt.seen.alike) {
        alike_differ();
    }
    schedule_in_processes();
    if (!process_is_of_one_thread()) {
        section_begin_as(HEDDLE_FORKS, 0, self->forks_at);
    }
    uint32_t id = stable_id_next(self), number = processes_add(self->process, id);
    if (number == 0) {
        out_of("processes in one execution", MOST_PROCESSES);
    }
    groups_inherit(number, self->process);
    kernel_forks(number, self->forks_at);
    self->creates = true;
    struct heddle_event operation = operation_with(HEDDLE_THREAD_CREATE, id, HEDDLE_FORKS, 0, self->forks_at);
    point(&operation);
    self->creates = false;
    struct fiber *child = fiber_by_id(id);
    copy_thread(child, self, number);
    settings_begin(self, child, NULL);
    dispositions_inherit(number);
    keys_inherit(number);
    named_inherit(number);
    if (!shared_pages_inherit(number)) {
        end_execution_uncontrolled("its memory is mapped too often");
    }
    objects_inherit(self, child, is_of_thread, order_copy);
    if (rt.section == self) {
        copied_at_fork(number, processes_is_own);
    }
    processes_fork(number);
}

/* The first of those that run in the process that has forked: the program's may let others go on. */
static void after_fork(void) {
    if (running() && rt.section == rt.current && rt.current->forks_at) {
        section_end_as(HEDDLE_FORKS, 0, rt.current->forks_at);
    }
}

/* The first of those that run in the new process. */
static void in_new_process(void) {
    uint32_t number = processes_forked_as();
    if (number == 0) {
        return;
    }
    slots_leave_held(process_number(number)->parent);
    processes_enter(number);
    if (rt.seen.masks) {
        direct_mask(rt.current->signal.blocked);
    }
    if (UNLIKELY(rt.debugged)) {
        debug_name(rt.current);
    }
    rt.current->pending->kind = 0; /* THREAD_START has been executed */
    processes_name_for(number);
}

void process_fork_register(void) { pthread_atfork(before_fork, after_fork, in_new_process); }

void process_fork_prepare(void) {
    const char *name = symbols_first_referred_to(not_modelled);
    if (name) {
        static char text[96];
        REAL(snprintf)(text, sizeof text, "the program refers to %s", name);
        left_alone_for = text;
    }
    process_signals = symbols_are_referred_to(signals);
    process_end_prepare();
    parent_end_prepare();
    ends_beside_threads_prepare();
    process_exit_prepare();
}

void process_fork_leave_alone(const char *why) { left_alone_for = why; }

static bool children_are_forgotten(void) {
    struct sigaction action;
    return REAL(sigaction)(SIGCHLD, NULL, &action) == 0 && action.sa_flags & SA_NOCLDWAIT;
}

const char *process_fork_prevented(void) {
    return left_alone_for                                   ? left_alone_for
           : rt.seen.alone                                  ? rt.seen.alone
           : rt.seen.processes                              ? "another process is not controlled"
           : rt.section && !rt.whole                        ? "it is forked in an atomic section"
           : rt.asked.buffers                               ? "with --model=tso and --model=pso, processes are not"
           : children_are_forgotten()                       ? "SA_NOCLDWAIT is set"
           : asan_is_there()                                ? "AddressSanitizer is there"
           : rt.program.own_allocator                       ? "the program has its own malloc"
           : rt.asked.signal || rt.current->signal.handlers ? "a signal is to be handled"
                                                            : NULL;
}

pid_t process_fork(uint64_t site) {
    rt.current->forks_at = site ? site : 1;
    pid_t process = REAL(fork)();
    if (process == 0) {
        return 0;
    }
    rt.current->forks_at = 0;
    if (process < 0) {
        out_of("processes that the kernel makes", processes_count());
    }
    process_number(processes_forked_as())->pid = process;
    processes_fork(0);
    return process;
}
