/* Cancelling threads. A thread that has been cancelled ends at the next cancellation point that is modelled, by the unwinding that
 * pthread_exit does; one whose type is asynchronous, where it next looks (signal_look.c), and in waits for locks.
 *
 * Cancelling, and looking whether one has been cancelled, are events on the object that stands for the kernel (kernel.h). A call
 * that waits for the kernel, a semaphore or a thread is ended by the bit that signals end it with; cond_interruption.h has how a wait
 * on a condition variable ends.
 *
 * Only programs that can cancel have these events: those with a module that refers to pthread_cancel. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/cancellation/cancellation.h"
#include "kernel/cancellation/cond_interruption.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/signal_look.h"
#include "model/fibers/fiber.h"
#include "model/fibers/fiber_handle.h"
#include "model/note.h"
#include "model/runtime.h"
#include "race/race.h"

/* Where the thread can be cancelled anywhere from here on, it is at once if it has been asked to end before. */
static void look_if_anywhere(uint64_t site) {
    if (cancel_is_asynchronous(rt.current) && rt.seen.cancels_anywhere) {
        signals_look(&(struct heddle_event){.kind = HEDDLE_SIGNAL_CHANGE, .site = site});
    }
}

EXPORT int pthread_cancel(pthread_t thread) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_cancel)(thread);
    }
    struct fiber *target = fiber_by_handle(thread);
    if (!target) {
        misuse(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_NO_SUCH_THREAD, HEDDLE_FAMILY_THREAD, thread, site, "pthread_cancel");
        return ESRCH;
    }
    if (!rt.program.cancels) {
        unmodelled("pthread_cancel, found by dlsym", site);
    }
    bool by_handle = target != rt.current;
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, by_handle ? 1 + target->id : 0, site);
    enum heddle_fault fault = by_handle ? fiber_handle_fault(target) : HEDDLE_FAULT_NONE;
    if (fault) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, fault, HEDDLE_FAMILY_THREAD, target->id, site, "pthread_cancel");
        kernel_settle();
        return ESRCH;
    }
    target->cancel.requested = true;
    kernel_settle();
    signals_tell_cancelled(target, site);
    if (target->wait.cancels) {
        cond_interrupt(target, target->wait.cancels, site);
    }
    look_if_anywhere(site); /* a thread that cancels itself */
    return 0;
}

EXPORT void pthread_testcancel(void) {
    uint64_t site = SITE();
    if (!running()) {
        REAL(pthread_testcancel)();
    } else if (rt.program.cancels) {
        signals_cancellation_point(site);
    }
}

EXPORT int pthread_setcancelstate(int state, int *before) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_setcancelstate)(state, before);
    }
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) {
        return EINVAL;
    }
    if (before) {
        *before = rt.current->cancel.disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
    }
    rt.current->cancel.disabled = state == PTHREAD_CANCEL_DISABLE;
    look_if_anywhere(site);
    return 0;
}

EXPORT int pthread_setcanceltype(int type, int *before) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_setcanceltype)(type, before);
    }
    if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) {
        return EINVAL;
    }
    if (type == PTHREAD_CANCEL_ASYNCHRONOUS && rt.asked.defer_cancellation) {
        note(HEDDLE_NOTE_UNCONTROLLED, 0, site, "asynchronous cancellation was taken for deferred");
    } else if (type == PTHREAD_CANCEL_ASYNCHRONOUS && rt.program.cancel_types) {
        rt.seen.cancels_anywhere = true;
        race_show_all();
    }
    if (before) {
        *before = rt.current->cancel.asynchronous ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
    }
    rt.current->cancel.asynchronous = type == PTHREAD_CANCEL_ASYNCHRONOUS;
    look_if_anywhere(site);
    return 0;
}
