/* Yields: see yield.c. */
#ifndef HEDDLE_YIELD_H
#define HEDDLE_YIELD_H

#include "heddle_abi.h"

/* In a loop that never ends, and in which nothing else is a scheduling point: others have their turn. */
void yield_in_endless_loop(const struct heddle_site *site);

#endif
