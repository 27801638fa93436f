#include "race/clocks/times.h"

#include "base/hot.h"
#include "model/note.h"
#include "model/shared.h"
#include "race/clocks/clock.h"

uint32_t epoch_clock_bits = 20;

HOT bool times_order_less;

HOT static struct times first_times[FIRST_FIBERS];
static struct times more_times[MAX_FIBERS - FIRST_FIBERS];

struct times *times_at(uint32_t index) { return index < FIRST_FIBERS ? &first_times[index] : &more_times[index - FIRST_FIBERS]; }

uint32_t epoch_now(const struct fiber *fiber) {
    return epoch_of(fiber->index, clock_get(times_at(fiber->index)->c11, fiber->index));
}

bool epoch_is_before(uint32_t epoch, const struct clock *clock) {
    return epoch_clock(epoch) <= clock_get(clock, epoch_index(epoch));
}

/* The last index but one marks cells, see shadow.h. */
static uint32_t fibers_of(uint32_t clock_bits) { return (1u << (32 - clock_bits)) - 2; }

void times_allow(uint32_t fibers) {
    while (fibers > fibers_of(epoch_clock_bits)) {
        epoch_clock_bits--;
    }
}

void times_start(uint32_t index) {
    clock_set(&times_at(index)->dependence, index, 1);
    clock_set(&times_at(index)->c11, index, 1);
}
