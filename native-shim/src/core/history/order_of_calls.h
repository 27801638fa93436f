/* Which calls come before others where loads may find older values, or stores reach memory late. A call that has ended before another one
 * begins may then have stores that the other one does not see, although nothing is wrong: nobody who keeps to the memory model can tell
 * that one came first. So calls are in order there where one happens before the other (HB_C11), as in Raad, Doko, Rozic, Lahav, Vafeiadis,
 * "On library correctness under weak memory consistency", POPL 2019. */
#ifndef HEDDLE_ORDER_OF_CALLS_H
#define HEDDLE_ORDER_OF_CALLS_H

#include <stdbool.h>
#include <stdint.h>

/* The running thread has begun a call, or ended one, by the last event. Notes tell what nobody sees from the events. */
void order_call_begin(void);
void order_call_end(void);

/* Whether a call of this thread (its id) that ends with one event comes before one that begins with another, later event. */
bool order_call_is_before(uint32_t thread, uint32_t end, uint32_t begin);

/* Whether the order in time does not tell: the above is to be asked. */
bool order_calls_is_loose(void);

#endif
