/* The end of the process. */
#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/hot.h"
#include "base/real.h"
#include "base/symbols.h"
#include "core/candidates.h"
#include "core/claims.h"
#include "core/history/judge.h"
#include "core/schedule.h"
#include "kernel/process/first_exit.h"
#include "kernel/process/process.h"
#include "kernel/process/thread_locals.h"
#include "kernel/readiness/kernel.h"
#include "memory/life.h"
#include "memory/memory.h"
#include "memory/unsafe_call.h"
#include "model/addresses.h"
#include "model/ending.h"
#include "model/fibers/debug.h"
#include "model/fibers/processes.h"
#include "model/note.h"
#include "model/operation.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "report/leak.h"
#include "report/pedantic.h"

uint64_t process_main;

/* A call of exit, or the return from main. */
struct leaving {
    const struct fiber *fiber;
    int status;
    uint64_t site;
    uint64_t frame; /* of exit, with the registers of its caller; 0 if main has returned */
};
/* Whose exit, and whose quick_exit, runs the handlers: libc gives each to one thread only. One for each process. */
HOT static struct leaving first_by_handlers, first_quickly;
static struct leaving others_by_handlers[MOST_PROCESSES], others_quickly[MOST_PROCESSES];

static struct leaving *in_process(struct leaving *first, struct leaving others[MOST_PROCESSES]) {
    uint32_t process = rt.current ? rt.current->process : 0;
    return process ? &others[process] : first;
}

static struct leaving *by_handlers(void) { return in_process(&first_by_handlers, others_by_handlers); }
static struct leaving *quickly(void) { return in_process(&first_quickly, others_quickly); }

static void process_exit_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    (void)event;
    rt.shared->exiting = 1;
}

/* A late exit waits until all others have ended, are blocked, are about to exit late as well, or go round for ever. */
static bool process_exit_enabled(const struct fiber *fiber, const struct heddle_event *operation) {
    if (!is_late_exit(operation) || rt.seen.goes_round) {
        return true;
    }
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const struct fiber *other = &rt.fibers[i];
        if (other != fiber && !is_late_exit(other->pending) && is_enabled(other)) {
            return false;
        }
    }
    return true;
}
RULE(PROCESS_EXIT) = {.enabled = process_exit_enabled, .apply = process_exit_apply, .after_signals = true};

/* The scheduling point before the process ends. From here on nothing is scheduled any more. */
static void leave_as(struct heddle_event operation) {
    if (running()) {
        uint32_t status = (uint32_t)operation.argument;
        uint64_t site = operation.site;
        point(&operation);
        pedantic_look_back();
        debug_stop(STOP_EXIT, status, site, "the process is about to exit");
        rt.mode = MODE_ENDING;
    }
}

/* The process ends by a failure, or because it is asked to. */
static void leave(int status, uint64_t site) { leave_as(operation_on(HEDDLE_PROCESS_EXIT, 0, (uint32_t)status, site)); }

/* The process ends by itself: where it reports success, nothing tells how far others have got. */
static void leave_at_last(int status, uint64_t site, bool flushes) {
    bool runs = running();
    if (UNLIKELY(rt.processes) && runs) {
        outside.process_ends(status, flushes, site);
    }
    leave_as(operation_with(HEDDLE_PROCESS_EXIT, 0, rt.asked.late_exit && status == 0 ? HEDDLE_LATE : 0, (uint32_t)status, site));
    if (runs) {
        judge_histories();
        if (UNLIKELY(rt.seen.claims) && !claims_hold()) {
            rt.shared->outcome = HEDDLE_ASSERTION;
        }
    }
}

void process_ends_by_request(uint64_t site) {
    leave(0, site);
    judge_histories();
    direct_exit(0);
}

void process_is_replaced(uint64_t site) {
    leave(0, site);
    judge_histories();
}

/* The same for exit, and for the return from main. */
static void leave_by_exit(const struct leaving *leaving) {
    bool runs = running();
    bool is_early = rt.asked.late_exit && rt.live_count > 1 && !rt.processes; /* it could end here and now */
    if (runs && UNLIKELY(rt.asked.leaks) && is_of_forked() && processes_end_with(rt.current)) {
        leak_check(leaving->frame);
    }
    leave_at_last(leaving->status, leaving->site, true);
    if (runs && UNLIKELY(rt.asked.leaks)) {
        leak_check(leaving->frame);
    }
    bool leaves_others = is_early || rt.live_count > 1;
    if (runs && leaves_others && rt.asked.pedantic && leaving->fiber && !leaving->frame) {
        misuse(HEDDLE_NOTE_MISUSE, HEDDLE_FAULT_MAIN_RETURNED, HEDDLE_FAMILY_THREAD, 0, process_main + 1, NULL);
    } else if (runs && leaves_others) {
        note(HEDDLE_NOTE_THREADS_LEFT, 0, leaving->site, "other threads had not ended when the process did");
    }
}

/* Exit handlers run in the reverse order of their registration, and ours must be the last: it is registered just before the
 * first one, be it the program's or the dynamic linker's, which runs the destructors of all modules. So all these run as the
 * program does, and other threads besides. */
static void last_exit_handler(void *unused) {
    (void)unused;
    leave_by_exit(by_handlers());
}

static bool has_handlers, has_ours; /* the program's, and the one that comes last */

extern int __cxa_atexit(void (*handler)(void *), void *argument, void *module);

static void before_first_handler(void) {
    has_handlers = true;
    if (!has_ours) {
        has_ours = true;
        REAL(__cxa_atexit)(last_exit_handler, NULL, NULL);
    }
}

/* Who registers handlers side by side with others decides in which order they run. Destructors of C++'s objects, which have an argument,
 * are left out: each thread would be ordered with each other one that comes to a static object. */
static void order_handlers(uint64_t site) {
    static uint64_t handlers;
    if (running() && rt.fiber_count > 1) {
        point_on(HEDDLE_ATOMIC_RMW, &handlers, sizeof handlers, site);
    }
}

EXPORT int __cxa_atexit(void (*handler)(void *), void *argument, void *module) {
    uint64_t site = SITE();
    before_first_handler();
    if (!argument) {
        order_handlers(site);
    }
    return REAL(__cxa_atexit)(handler, argument, module);
}

typedef void handler_fn(void *);

bool process_runs_destructors(void (*destructors)(void)) {
    if (!destructors || !getenv("HEDDLE_SOCKET")) {
        return false;
    }
    before_first_handler();
    REAL(__cxa_atexit)((handler_fn *)(void *)destructors, NULL, NULL);
    has_handlers = false; /* these may be left out where no module has anything to do */
    return true;
}

EXPORT int on_exit(void (*handler)(int, void *), void *argument) {
    uint64_t site = SITE();
    before_first_handler();
    order_handlers(site);
    return REAL(on_exit)(handler, argument);
}

/* Whether a module has more destructors than the one that the compiler's start-up files give to each. */
static int has_destructors(struct dl_phdr_info *info, size_t size, void *unused) {
    (void)size;
    (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type != PT_DYNAMIC) {
            continue;
        }
        const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
        for (; entry->d_tag != DT_NULL; entry++) {
            if (entry->d_tag == DT_FINI_ARRAYSZ && entry->d_un.d_val > sizeof(void *)) {
                return 1;
            }
        }
    }
    return 0;
}

static bool may_leave_quickly;

static void in_new_process(void) {
    if (processes_forked_as() == 0) {
        rt.mode = MODE_PASSIVE;
    }
}

static void assertion_failed(const char *expression, uint64_t site) {
    if (running()) {
        note(HEDDLE_NOTE_ASSERTION, 0, site, "%s", expression);
        leave(128 + SIGABRT, site);
        rt.shared->outcome = HEDDLE_ASSERTION;
    }
}

static void claim_fails(const char *text, uint64_t site) {
    assertion_failed(text, site);
    REAL(abort)();
}

void process_prepare(void) {
    outside.claim_fails = claim_fails;
    pthread_atfork(NULL, NULL, in_new_process); /* before the program's own handlers, which run in this order */
    first_exit_prepare();
    static const char *const registers[] = {"__cxa_atexit", "on_exit", NULL};
    may_leave_quickly = !has_handlers && !symbols_are_referred_to(registers) && dl_iterate_phdr(has_destructors, NULL) == 0;
}

/* libc's list of open streams. */
extern FILE *_IO_list_all;

static bool nothing_is_buffered(void) {
    for (const FILE *stream = _IO_list_all; stream; stream = stream->_chain) {
        if (stream->_IO_write_ptr > stream->_IO_write_base) {
            return false;
        }
    }
    return true;
}

/* Where nothing of the program's runs on the way out, it leaves in one step. libc's way runs through a dozen pages that each cost a fault in
 * each execution: it is left out where nothing is buffered. That must not tell what the thread does next: others may write, too. */
static _Noreturn void exit_from(const struct leaving *leaving) {
    if (running() && may_leave_quickly && !has_handlers && !thread_locals_are_left()) {
        leave_by_exit(leaving);
        if (nothing_is_buffered()) {
            direct_exit(leaving->status);
        }
        REAL(exit)(leaving->status);
        __builtin_unreachable();
    }
    bool has_rivals = running() && !rt.current->process && by_handlers()->fiber != leaving->fiber;
    if (has_rivals && !first_exit_takes_handlers(leaving->site)) {
        leave_by_exit(leaving); /* our handler waits to be scheduled in another thread: who is first ends the process */
    } else {
        *by_handlers() = *leaving;
        before_first_handler();
        thread_locals_end();
    }
    REAL(exit)(leaving->status);
    __builtin_unreachable();
}

__attribute__((noinline)) static _Noreturn void return_from_main(int status) {
    if (!outside.is_lent(fiber_slot(0), fiber_stack_top(0))) { /* a request that goes on does no harm any more */
        memory_leave_stack(process_main + 1);
    }
    uint64_t statement = take_site((const void *)(uintptr_t)(process_main + 1), (const void *)(uintptr_t)rt.frame);
    uint64_t place = status ? statement : 0; /* a finding has a place */
    unsafe_call("exit", place);
    exit_from(&(struct leaving){.fiber = rt.current, .status = status, .site = place});
}

void process_return(int status) {
    leave_room(memory_left_on_stack());
    return_from_main(status);
}

EXPORT void exit(int status) {
    enum { CALLEE_SAVED = 5 }; /* besides the frame pointer, below which they are saved */
    __builtin_unwind_init();
    uint64_t frame = (uint64_t)(uintptr_t)__builtin_frame_address(0) - CALLEE_SAVED * sizeof(uint64_t);
    uint64_t site = SITE();
    unsafe_call("exit", site);
    exit_from(&(struct leaving){.fiber = rt.current, .status = status, .site = site, .frame = frame});
}

/* The same for quick_exit, which runs other handlers and no destructors. */
static bool has_quick_handlers;

static void last_quick_handler(void *unused) {
    (void)unused;
    const struct leaving *leaving = quickly();
    leave_at_last(leaving->status, leaving->site, false);
}

extern int __cxa_at_quick_exit(void (*handler)(void *), void *module);

EXPORT int __cxa_at_quick_exit(void (*handler)(void *), void *module) {
    order_handlers(SITE());
    if (!has_quick_handlers) {
        has_quick_handlers = true;
        REAL(__cxa_at_quick_exit)(last_quick_handler, NULL);
    }
    return REAL(__cxa_at_quick_exit)(handler, module);
}

EXPORT void quick_exit(int status) {
    uint64_t site = SITE();
    const struct fiber *first = quickly()->fiber;
    if (has_quick_handlers && !(first && first != rt.current)) {
        *quickly() = (struct leaving){.fiber = rt.current, .status = status, .site = site};
    } else {
        leave_at_last(status, site, false);
    }
    REAL(quick_exit)(status);
    __builtin_unreachable();
}

EXPORT void _exit(int status) {
    leave_at_last(status, SITE(), false);
    REAL(_exit)(status);
    __builtin_unreachable();
}

EXPORT void _Exit(int status) {
    leave_at_last(status, SITE(), false);
    REAL(_exit)(status);
    __builtin_unreachable();
}

EXPORT void abort(void) {
    leave(128 + SIGABRT, SITE());
    REAL(abort)();
    __builtin_unreachable();
}

void process_give_up(uint64_t site) {
    leave(0, site);
    end_execution(HEDDLE_ASSUMPTION);
}

void process_dies(uint64_t site) { leave(128 + SIGABRT, site); }

EXPORT void __assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
    assertion_failed(expression, SITE());
    REAL(__assert_fail)(expression, file, line, function);
    __builtin_unreachable();
}

void __assert_fail(const char *, const char *, unsigned, const char *);

void process_fail(const char *expression, const char *file, int line, const char *function) {
    assertion_failed(expression, SITE());
    REAL(fprintf)(stderr, "%s:%d: %s: assertion failed: %s\n", file, line, function ? function : "?", expression);
    REAL(abort)();
}
