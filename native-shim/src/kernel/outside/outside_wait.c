#define _GNU_SOURCE
#include "kernel/outside/outside_wait.h"

#include <sys/syscall.h>
#include <time.h>

#include "base/direct.h"
#include "core/candidates.h"
#include "kernel/outside/peers.h"
#include "kernel/readiness/kernel.h"
#include "model/note.h"
#include "model/runtime.h"

#define PATIENCE 1000 /* milliseconds of real time that a call with a deadline waits for other processes the first time */
#define LEAST_PATIENCE 20

/* Whether threads wait in such operations for bits that may be set; `deadline`: one of them has one. */
static bool wanted(bool *deadline, uint64_t *site) {
    bool any = false;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const struct heddle_event *pending = rt.fibers[i].pending;
        if (pending->kind >= HEDDLE_IO_CHANGE && pending->kind <= HEDDLE_SIGNAL_WAIT) {
            any |= (pending->object2 & ~KERNEL_NEVER) != 0;
            *site = pending->site;
            *deadline |= pending->argument > HEDDLE_DEADLINE_ANY;
        }
    }
    return any;
}

/* Milliseconds: who waits in vain is likely to do so again, and servers that nobody asks for anything wait in each of their rounds. */
static int patience(void) {
    int left = rt.shared->vain_waits < 8 ? PATIENCE >> 2 * rt.shared->vain_waits : 0;
    return left > LEAST_PATIENCE ? left : LEAST_PATIENCE;
}

static bool outside_wait(void) {
    bool deadline = false;
    uint64_t site = 0;
    if (!wanted(&deadline, &site) || !slots_come_from_outside()) {
        return false;
    }
    if (peers_wanted()) {
        return kernel_peers_come(); /* they have done all that they can do until the program goes on, so nothing comes of waiting */
    }
    note(HEDDLE_NOTE_UNCONTROLLED, 0, site, "waits for other processes, the network or real time");
    uint64_t before = readiness();
    int longest = patience();
    for (int waited = 0; readiness() == before && (!deadline || waited < longest); waited += 10) {
        readiness_refresh_within(10);
        if (readiness() == before) {
            kernel_call(SYS_ppoll, NULL, 0, &(struct timespec){0, 1000000}, NULL, 8);
        }
    }
    rt.shared->vain_waits = readiness() != before ? 0 : rt.shared->vain_waits + 1;
    return readiness() != before;
}

void outside_wait_prepare(void) { outside.wait = outside_wait; }
