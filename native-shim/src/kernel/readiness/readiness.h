/* Which slots are ready, as it was worked out last. */
#ifndef HEDDLE_READINESS_H
#define HEDDLE_READINESS_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/readiness/slots.h"

#define KERNEL_NEVER (1ull << 62) /* a bit to wait for that is never set */

/* What events carry to say it: see ready_words.h. */
uint64_t readiness(void);

/* Whether one of the bits is set that an event carries as what it waits for. */
bool readiness_has(uint64_t waited);

/* Asks the kernel, and works it out anew. */
void readiness_refresh(void);

/* The same for the descriptors of a channel alone, or of all for 0. Each bit that is another one now is turned over in `changed`. */
struct ready_words;
void readiness_refresh_channel(uint64_t channel, struct ready_words *changed);

/* The same, after a wait, in real time, for what can come from outside and is not there. */
void readiness_refresh_within(int milliseconds);

#endif
