/* Which of several calls of exit is the first. */
#include "kernel/process/first_exit.h"

#include "core/schedule.h"
#include "model/resolve.h"
#include "model/runtime.h"

static uint64_t handlers_taken;
static const struct heddle_site records[] = {
    OWN_VARIABLE(handlers_taken, "the handlers of exit"),
};

void first_exit_prepare(void) { resolve_name(records, records + 1); }

bool first_exit_takes_handlers(uint64_t site) {
    if (rt.fiber_count == 1) {
        return true;
    }
    struct heddle_event operation = {.kind = HEDDLE_ATOMIC_CAS,
                                     .object = (uint64_t)(uintptr_t)&handlers_taken,
                                     .argument = sizeof handlers_taken,
                                     .value = 1,
                                     .site = site};
    bool is_first = point(&operation)->result;
    handlers_taken |= is_first;
    return is_first;
}
