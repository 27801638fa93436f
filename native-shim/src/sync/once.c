/* pthread_once. ONCE_BEGIN either makes the caller the one that runs the initialiser, or finds it done; it blocks while
 * another thread runs it, or until it is cancelled. An initialiser that is left by cancellation, pthread_exit or an exception has not been run: the next
 * caller finds it as it was. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>

#include "base/compiler.h"
#include "base/real.h"
#include "core/schedule.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/signal_handler.h"
#include "kernel/signals/pending/signal_pending.h"
#include "model/fibers/processes.h"
#include "model/objects.h"
#include "model/operation.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "race/object_order.h"

enum once_state { ONCE_NEW, ONCE_RUNS, ONCE_DONE };

/* What the control holds once the initialiser has run, as glibc has it: a program that sets it to PTHREAD_ONCE_INIT again begins anew. */
#define DONE 2

/* What ONCE_BEGIN returns to who is to run the initialiser. */
#define FIRST 1

static bool begin_enabled(const struct fiber *fiber, const struct heddle_event *operation) {
    (void)fiber;
    const struct object *once = object_find(HEDDLE_FAMILY_ONCE, operation->object);
    return !once || once->kind != ONCE_RUNS || kernel_is_ready(interrupting_bits(operation));
}
static void begin_apply(struct fiber *fiber, struct heddle_event *event) {
    struct object *once = object_at(HEDDLE_FAMILY_ONCE, (void *)(uintptr_t)event->object);
    if (once->kind == ONCE_DONE && *(pthread_once_t *)(uintptr_t)address_of_name(event->object) == PTHREAD_ONCE_INIT) {
        once->kind = ONCE_NEW;
    }
    event->result = once->kind == ONCE_RUNS ? EINTR : once->kind == ONCE_NEW;
    if (event->result == FIRST) {
        once->kind = ONCE_RUNS;
        once->owner = fiber;
    }
}
static void take(struct fiber *fiber, const struct heddle_event *event) {
    if (event->result != EINTR) {
        order_take(fiber, event);
    }
}
RULE(ONCE_BEGIN) = {.enabled = begin_enabled, .apply = begin_apply, .acquires = take, .vain = VAIN, .after_signals = true};

/* argument: the initialiser has been left before its end. */
static void end_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *once = object_at(HEDDLE_FAMILY_ONCE, (void *)(uintptr_t)event->object);
    once->kind = event->argument ? ONCE_NEW : ONCE_DONE;
    once->owner = NULL;
    *(pthread_once_t *)(uintptr_t)address_of_name(event->object) = event->argument ? PTHREAD_ONCE_INIT : DONE;
}
RULE(ONCE_END) = {.apply = end_apply, .releases = order_pass};

void __pthread_register_cancel(__pthread_unwind_buf_t *buffer);
void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer);
_Noreturn void __pthread_unwind_next(__pthread_unwind_buf_t *buffer);

/* Exceptions need libgcc's unwinder, which is there if the program can throw any. */
__asm__(".weak __gcc_personality_v0, _Unwind_Resume");

struct initialiser {
    pthread_once_t *control;
    uint64_t site;
    bool ended;
    __pthread_unwind_buf_t *registered; /* or NULL */
};

static void end(struct initialiser *initialiser, bool left) {
    if (!initialiser->ended) {
        initialiser->ended = true;
        point_on(HEDDLE_ONCE_END, initialiser->control, left, initialiser->site);
    }
}

/* Also at the end of whatever kind. */
static void on_exception(struct initialiser *initialiser) {
    if (initialiser->registered) {
        __pthread_unregister_cancel(initialiser->registered);
    }
    end(initialiser, true);
}

static void run(struct initialiser *initialiser, void (*routine)(void)) {
    __attribute__((cleanup(on_exception))) struct initialiser running = *initialiser;
    __pthread_unwind_buf_t buffer;
    void *registers = buffer.__cancel_jmp_buf;
    __asm__("" : "+r"(registers));
    if (__sigsetjmp(registers, 0) != 0) { /* the thread ends */
        running.registered = NULL;
        end(&running, true);
        __pthread_unwind_next(&buffer);
    }
    __pthread_register_cancel(&buffer);
    running.registered = &buffer;
    routine();
    __pthread_unregister_cancel(&buffer);
    running.registered = NULL;
    end(&running, false);
}

EXPORT int pthread_once(pthread_once_t *control, void (*routine)(void)) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_once)(control, routine);
    }
    if (*control != PTHREAD_ONCE_INIT && !object_find(HEDDLE_FAMILY_ONCE, (uint64_t)(uintptr_t)control)) {
        return 0; /* done before main, by libc */
    }
    struct heddle_event operation = operation_on(HEDDLE_ONCE_BEGIN, (uint64_t)(uintptr_t)control, 0, site);
    uint64_t result;
    do {
        operation.object2 = signals_interrupt_lock(site);
        result = point(&operation)->result;
    } while (result == EINTR && signals_handle_in_lock(site));
    if (result == FIRST) {
        run(&(struct initialiser){control, site, false, NULL}, routine);
    }
    return 0;
}
