/* A signal that somebody else sends to the process: with kill(1), or as systemd does to end a service. A thread of the runtime's own
 * sends it, so that it arrives in every order with the operations of the program, as signals between threads do. The main thread
 * creates that thread, after so many operations as the plan says, or when it comes to wait for others; both depend on nothing but its own
 * past. The thread may be told to wait until nothing else can happen. */
#define _GNU_SOURCE
#include "kernel/signals/signal_request.h"

#include <signal.h>

#include "core/candidates.h"
#include "core/schedule.h"
#include "kernel/process/process.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/pending/signal_info.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/signals/signal_send.h"
#include "kernel/timers/timer.h"
#include "model/runtime.h"

static uint64_t site; /* where the main thread was */

static void *send(void *unused) {
    (void)unused;
    int number = (int)rt.asked.signal;
    siginfo_t info = signal_info(number, SI_USER);
    signals_use_masks();
    if (rt.asked.signal_after == HEDDLE_SEND_LAST) {
        /* A wait with the shortest of all time limits: it times out when nothing else can happen. */
        rt.sends_last = rt.current;
        kernel_point(HEDDLE_SIGNAL_WAIT, KERNEL_NEVER, HEDDLE_DEADLINE_ANY + 1, site);
        kernel_settle();
    }
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    if (signals_kill(rt.current->process, number)) {
        kernel_settle();
        process_ends_by_request(site);
    }
    struct fiber *target;
    signals_arrive_at_process(rt.current->process, &info, &target);
    signals_finish(target, number, site);
    return NULL;
}

static bool waits_for_others(enum heddle_op kind) {
    switch (kind) {
        case HEDDLE_THREAD_JOIN:
        case HEDDLE_THREAD_JOIN_ALL:
        case HEDDLE_COND_WAIT:
        case HEDDLE_SEM_WAIT:
        case HEDDLE_BARRIER_ARRIVE:
        case HEDDLE_IO_READ:
        case HEDDLE_CHANNEL_READ:
        case HEDDLE_IO_POLL:
        case HEDDLE_CHANNEL_POLL:
        case HEDDLE_SIGNAL_WAIT:
            return true;
        default:
            return false;
    }
}

static void before_main_operation(const struct heddle_event *operation) {
    if (rt.current->creates || operation->kind == HEDDLE_THREAD_CREATE) { /* by timers, whose threads have numbers then as well */
        return;
    }
    bool is_last = rt.asked.signal_after == HEDDLE_SEND_LAST; /* its thread may as well wait from the beginning */
    if (!is_last && rt.current->seen.executed < rt.asked.signal_after && !waits_for_others((enum heddle_op)operation->kind)) {
        return;
    }
    rt.request_awaited = false;
    uint64_t frame = rt.frame;
    site = operation->site;
    timers_make_thread(send, NULL, "sender", site)->signal.blocked = ~0ull;
    rt.frame = frame;
}

void signal_request_prepare(void) { outside.before_main_operation = before_main_operation; }
