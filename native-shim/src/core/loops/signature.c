#include "core/loops/signature.h"

#include <stdbool.h>

#include "core/loops/stack_hash.h"
#include "core/loops/stack_state.h"
#include "model/fibers/fiber.h"
#include "model/fibers/running_stack.h"
#include "model/runtime.h"

static uint64_t sum;

uint64_t signature(void) { return sum; }

uint64_t signature_mix(uint64_t hash, uint64_t word) { return stack_hash_mixed(hash, word); }

/* A timer's thread that waits for the next expiry keeps nothing but times. */
static bool waits_for_expiry(const struct fiber *self) {
    return self->made.is_timer && self->pending->kind == HEDDLE_SIGNAL_WAIT;
}

static __attribute__((noinline)) void sign(struct fiber *self) {
    uint64_t state = waits_for_expiry(self) ? 1 : heddle_state(running_stack_top(self));
    const struct heddle_event *pending = self->pending;
    uint64_t place = signature_mix(state, self->id);
    place = signature_mix(signature_mix(signature_mix(place, pending->kind), pending->object), pending->site);
    if (state == 0) {
        rt.signs_states = rt.seeks_cycles = false;
    }
    sum += place - self->place;
    self->place = place;
}

void signature_announced(struct fiber *self) {
    stack_look_at_all();
    stack_clean_own_frames();
    stack_is_of_round(self);
    sign(self);
    stack_is_of_round(NULL);
}

void signature_left(struct fiber *fiber) {
    sum -= fiber->place;
    fiber->place = 0;
}
