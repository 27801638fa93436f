/* Threads that are alike: one thread has created them one after the other and done nothing in between, with the same function, the same
 * argument and no attributes. Which of them is which makes no difference, as long as nothing tells them apart. So where the plan asks for
 * it (HEDDLE_PLAN_ALIKE), each of them begins once the one before it has executed an operation: any other execution is one of these with
 * other names. See Relation.java. */
#ifndef HEDDLE_ALIKE_H
#define HEDDLE_ALIKE_H

#include <pthread.h>
#include <stdbool.h>

#include "base/compiler.h"
#include "base/wire.h"
#include "model/fibers/fiber_state.h"

/* The running thread is about to create one with these. */
void alike_creates(const pthread_attr_t *attributes, void *(*start)(void *), void *argument);

/* The creator has created the child, by the event; `clock` is what it had of its own count in HB_C11 then. */
void alike_created(struct fiber *creator, struct fiber *child, const struct heddle_event *event, uint32_t clock);

/* Whether the thread may begin. */
bool alike_may_begin(const struct fiber *fiber);

/* Whether it is like another one. What comes before its begin in HB_C11 is then what comes before that of the first of them, which it
 * may be. */
static inline bool is_alike(const struct fiber *fiber) { return fiber->alike.first; }

/* Somebody waits for the end of a thread that is alike, and has done so. Whether all of them have been waited for: until then, nobody
 * knows what the one has done, for it could have been another one. */
bool alike_joined(struct fiber *ended);

/* Somebody has waited for its end, and may look at what it has returned: any of them could have returned that. */
void alike_result(const struct fiber *ended, bool is_looked_at);

void alike_differ(void); /* what the execution shows would be lost if threads were taken to be alike */

/* Something tells the thread from others. */
static inline void alike_told_apart(const struct fiber *fiber) {
    if (UNLIKELY(is_alike(fiber))) {
        alike_differ();
    }
}

#endif
