/* The word that tells which slots are ready. */
#ifndef HEDDLE_READINESS_H
#define HEDDLE_READINESS_H

#include <stdint.h>

#include "kernel/readiness/slots.h"

/* Bits of the word. Every descriptor that may block has two, as has everything else that has a slot. */
#define READINESS_ALL ((1ull << 2 * SLOTS) - 1)
#define KERNEL_NEVER (1ull << 62)
#define KERNEL_READABLE(slot) (1ull << 2 * (slot))
#define KERNEL_WRITABLE(slot) (2ull << 2 * (slot))

/* The word as it was worked out last. */
uint64_t readiness(void);

/* Asks the kernel, and works the word out anew. */
void readiness_refresh(void);

/* The same, after a wait, in real time, for what can come from outside and is not there. */
void readiness_refresh_within(int milliseconds);

#endif
