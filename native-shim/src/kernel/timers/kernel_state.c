#define _GNU_SOURCE
#include "kernel/timers/kernel_state.h"

#include <signal.h>

#include "base/real.h"
#include "core/candidates.h"
#include "core/loops/signature.h"
#include "kernel/readiness/readiness.h"
#include "kernel/readiness/ready_words.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/timers/timer_table.h"
#include "model/runtime.h"

static uint64_t of_signals(uint64_t hash) {
    hash = signature_mix(hash, *signals_of_process(rt.current->process));
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        hash = signature_mix(hash, rt.fibers[i].signal.pending);
        hash = signature_mix(hash, rt.fibers[i].signal.blocked);
    }
    for (int number = 1; number < NSIG; number++) {
        struct sigaction action;
        if (REAL(sigaction)(number, NULL, &action) == 0) {
            hash = signature_mix(hash, (uint64_t)(uintptr_t)action.sa_handler);
            hash = signature_mix(hash, signals_word_of(&action.sa_mask) ^ (uint64_t)action.sa_flags);
        }
    }
    return hash;
}

/* When those that are armed expire is what their threads wait for. */
static uint64_t of_timers(uint64_t hash) {
    for (int i = 0; i < TIMERS; i++) {
        const struct timer *timer = &timers[i];
        uint64_t words[] = {timer->made, timer->armed, timer->interval, (uint64_t)timer->descriptor};
        for (unsigned k = 0; k < sizeof words / sizeof *words; k++) {
            hash = signature_mix(hash, words[k]);
        }
    }
    return hash;
}

static uint64_t state(void) { return of_timers(of_signals(signature_mix(0, readiness()))); }

static bool is_anything_to_read(void) {
    for (int i = 0; i < slots_end(); i++) {
        if (slot_is_open(i) && readiness_has(ready_bit(i, false))) {
            return true;
        }
    }
    return false;
}

void kernel_state_prepare(void) {
    outside.kernel_state = state;
    outside.is_anything_to_read = is_anything_to_read;
}
