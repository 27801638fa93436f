/* Timers that expire again and again, and nothing comes of it. */
#ifndef HEDDLE_VAIN_EXPIRIES_H
#define HEDDLE_VAIN_EXPIRIES_H

#include <stdbool.h>
#include <stdint.h>

struct fiber;

/* A timer expires, in the present event. */
void vain_expiries_count(void);

/* Whether so many have expired in a row in vain that only what is awaited besides can change anything. */
bool vain_expiries_only(void);

/* The first moment from `now` on at which a wait ends, or a timer expires that does so once: nanoseconds of virtual time; 0: there
 * is none. */
uint64_t vain_expiries_until(uint64_t now);

#endif
