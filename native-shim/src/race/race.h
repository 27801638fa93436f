/* Data races. Which accesses are ordered is told by two relations (ALGORITHMS: the CHESS theorem):
 *
 *   HB_dep   program order and all visible operations, as the dependence relation orders them. Two accesses that it does
 *            not order could come in the other order without any visible operation doing so: they must become visible.
 *   HB_C11   what the C standard says of threads, locks and atomics with their memory orders. Two conflicting accesses
 *            that it does not order are a data race, and reported.
 *
 * HB_C11 is the weaker one: what it orders HB_dep orders too.
 *
 * An epoch is one thread's time (FastTrack): fiber index + 1 and the number of its visible operations so far + 1.
 */
#ifndef HEDDLE_RACE_H
#define HEDDLE_RACE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/runtime.h"
#include "race/clock.h"

#define EPOCH_CLOCK_BITS 20
#define EPOCH_CLOCK_MAX ((1u << EPOCH_CLOCK_BITS) - 1)
#define EPOCH_FIBERS 4094u /* the epochs beyond mark cells, see shadow.h */

static inline uint32_t epoch_of(uint32_t index, uint32_t clock) { return (index + 1) << EPOCH_CLOCK_BITS | clock; }
static inline uint32_t epoch_index(uint32_t epoch) { return (epoch >> EPOCH_CLOCK_BITS) - 1; }
static inline uint32_t epoch_clock(uint32_t epoch) { return epoch & EPOCH_CLOCK_MAX; }

/* ---- order.c ---- */

/* A thread's times. The own components of `dependence` and `c11` are equal. */
struct times {
    struct clock *dependence, *c11;
    struct clock *release_fence, *acquire_fence;  /* what atomics pass on to fences and take from them */
    struct clock *woken_dependence, *woken_c11;   /* from whoever signalled, or arrived at the barrier */
    bool woken;
};

void order_start(void);                                                    /* in a child, once the main fiber exists */
void order_event(struct fiber *fiber, const struct heddle_event *event);   /* after it has been applied */
const struct times *times_of(const struct fiber *fiber);
uint32_t epoch_now(const struct fiber *fiber);
bool epoch_is_before(uint32_t epoch, const struct clock *clock);

/* ---- location.c: the clocks of atomic and visible memory ---- */

/* Bytes of one aligned word that have always been accessed together. */
struct location {
    struct location *next;
    uint32_t mask;
    uint32_t head;                   /* fiber index + 1 of who headed the release sequence last */
    struct clock *reads, *writes;    /* HB_dep */
    struct clock *released;          /* HB_C11: what a load that acquires takes over */
};

typedef void location_fn(struct location *location, void *context);
void locations_of(uint64_t address, uint64_t size, location_fn *each, void *context);

/* ---- race.c ---- */
enum how {
    HOW_READS = 0,
    HOW_WRITES = 1,
    HOW_ATOMIC = 2,
    HOW_KNOWN = 4, /* only memory that has been accessed before */
};

void race_reserve(void);                                          /* once, in the zygote */
void race_start(const struct heddle_range *visible, uint32_t count); /* in a child */
bool race_is_visible(uint64_t address, uint64_t size);
void race_is_benign(uint64_t address, uint64_t size); /* races on it are not reported from now on */
void race_now(const struct fiber *fiber); /* this thread has done an operation, and runs */

/* As race_access, by the running thread, for a plain access of 4 or 8 bytes in a chunk that it has accessed lately; false if it is
 * none of these, or takes more than a look: nothing has been done then. */
bool race_quick(uint64_t address, uint64_t size, uint64_t site, bool writes);
void race_access(const struct fiber *fiber, uint64_t address, uint64_t size, uint64_t site, unsigned how);

#endif
