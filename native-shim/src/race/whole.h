/* Critical sections that are executed in one go: from the lock of a mutex to its unlock nobody else runs, as its holder executes nothing
 * visible in between. Two sections of one mutex are ordered, in both relations of race.h, only if the one writes what the other
 * touches; see Section.java. */
#ifndef HEDDLE_WHOLE_H
#define HEDDLE_WHOLE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/fibers/fiber_state.h"
#include "model/plan.h"

void whole_start(const struct plan_view *plan);

/* The fiber has taken a mutex with the event of this number. If the section can be executed in one go, rt.whole and rt.section are the
 * fiber from here on. */
void whole_begin(struct fiber *fiber, const struct heddle_event *lock, uint32_t event);

/* The running thread, which is in such a section, accesses plain memory. */
void whole_touch(uint64_t address, uint64_t size, bool writes);

/* Whether the epoch is of an earlier section of the same mutex as the running thread's, which then comes after it. */
bool whole_follows(const struct fiber *fiber, uint32_t epoch);

/* The fiber gives the mutex back: all it has done by now comes before sections that follow this one. */
void whole_release(const struct fiber *fiber);

/* The section has ended: what it touched is told to the server. Returns its touches, which begin with a header. */
const struct heddle_touch *whole_end(uint32_t *count);

/* The running thread is not in such a section any more. */
void whole_leave(void);

/* Whether one of two sections writes what the other touches. */
bool whole_conflict(const struct heddle_touch *a, uint32_t a_count, const struct heddle_touch *b, uint32_t b_count);

#endif
