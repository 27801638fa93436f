/* What synchronisation objects pass on, in both happens-before relations of race.h. */
#ifndef HEDDLE_OBJECT_ORDER_H
#define HEDDLE_OBJECT_ORDER_H

#include <stdint.h>

#include "base/wire.h"
#include "model/dependence.h"
#include "model/fibers/fiber_state.h"
#include "race/clocks/clock.h"
#include "race/clocks/posts.h"

struct order {
    struct clock *by[TAKES + 1];          /* HB_dep, by kind of access */
    struct clock *released, *read_released; /* HB_C11: by who unlocked or posted; by readers who unlocked */
    struct posts *posts; /* of a semaphore */
};

/* What the object passes on; nothing at first. */
struct order *order_at(enum heddle_family family, uint64_t address);

/* What the copy of an object in a forked process passes on: in HB_C11 as the object does. In HB_dep the fork comes between. */
struct order *order_copy(const struct order *order);

/* ---- for rules: what an event of such an object takes over, and passes on, in HB_C11 ---- */

/* From all that passed on, or only from those that were not readers; if the event is done, that is if its result is 0. */
void order_take(struct fiber *fiber, const struct heddle_event *event);
void order_take_if_done(struct fiber *fiber, const struct heddle_event *event);
void order_take_from_writers(struct fiber *fiber, const struct heddle_event *event); /* if done */

/* The object now passes on what this thread knows, instead of what earlier ones knew (pass), or besides it (add). */
void order_pass(struct fiber *fiber, const struct heddle_event *event);
void order_add(struct fiber *fiber, const struct heddle_event *event);
void order_add_as_reader(struct fiber *fiber, const struct heddle_event *event);

/* The same of another object than the event's. */
void order_take_of(struct fiber *fiber, enum heddle_family family, uint64_t object);
void order_add_to(struct fiber *fiber, enum heddle_family family, uint64_t object);

/* Posts a semaphore, or takes the oldest post, in both relations, if done; sets the semaphore's value, so that nothing is left of posts. */
void order_post(struct fiber *fiber, const struct heddle_event *event);
void order_take_post(struct fiber *fiber, const struct heddle_event *event);
void order_forget_posts(struct fiber *fiber, const struct heddle_event *event);

/* The same of the event's mutex, which is its second object. */
void order_take_mutex(struct fiber *fiber, const struct heddle_event *event);
void order_pass_mutex(struct fiber *fiber, const struct heddle_event *event);

/* A waiter takes over what the thread that woke it passed on. Whoever leaves a barrier comes after all who have arrived. */
void order_wake_waiters(struct fiber *fiber, const struct heddle_event *event);
void order_arrive(struct fiber *fiber, const struct heddle_event *event);
void order_take_wake(struct fiber *fiber, const struct heddle_event *event);

/* A thread takes over what one that has ended knew; a new one, what its creator knows. */
void order_join(struct fiber *fiber, const struct fiber *ended);
void order_begin(struct fiber *fiber, const struct fiber *child);

/* In HB_C11 the child comes after so much of its creator alone. */
void order_begin_after(const struct fiber *fiber, const struct fiber *child, uint32_t clock);
uint32_t order_clock(const struct fiber *fiber); /* how much of itself comes before what it does next */

/* The thread waits for the end of another one, which may be that of one that is like it: nothing in HB_C11 comes before. */
void order_join_alike(struct fiber *fiber, const struct fiber *ended);

#endif
