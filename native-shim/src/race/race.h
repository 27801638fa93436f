/* Data races. Which accesses are ordered is told by two relations (ALGORITHMS: the CHESS theorem):
 *
 *   HB_dep   program order and all visible operations, as the dependence relation orders them. Two accesses that it does
 *            not order could come in the other order without any visible operation doing so: they must become visible.
 *   HB_C11   what the C standard says of threads, locks and atomics with their memory orders. Two conflicting accesses
 *            that it does not order are a data race, and reported.
 *
 * HB_C11 is the weaker one: what it orders HB_dep orders too. */
#ifndef HEDDLE_RACE_H
#define HEDDLE_RACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"
#include "model/fibers/fiber_state.h"

enum how {
    HOW_READS = 0,
    HOW_WRITES = 1,
    HOW_ATOMIC = 2,
    HOW_KNOWN = 4, /* only memory that has been accessed before */
    HOW_ENDS = 8,  /* its life ends: nobody may access it any more */
    HOW_BLIND = 32, /* atomically, and commutes with its like */
    HOW_BITWISE = 16, /* a race is told of the bytes that both touch, not of all: the range holds many objects */
};

void race_reserve(void);                                          /* once, in the zygote */
void race_start(const struct heddle_range *visible, uint32_t count); /* in a child */
void race_show_all(void); /* from here on instrumented code leaves no access out, until accesses are remembered anew */
extern bool race_watched; /* no access is to be left out, for each is told to plain_wait_at() as well */
void race_now(const struct fiber *fiber); /* this thread has done an operation, and runs */

/* As race_access, by the running thread, for a plain access of 32 bytes at most, in a chunk that has been accessed lately; false if it
 * is none of these, or takes more than a look: nothing has been done then. */
bool race_quick(uint64_t address, uint64_t size, uint64_t site, bool writes);
void race_access(const struct fiber *fiber, uint64_t address, uint64_t size, uint64_t site, unsigned how);

#endif
