/* Rounds: events that lead back to the state in which they began, so that they can go on for ever. */
#ifndef HEDDLE_ROUND_H
#define HEDDLE_ROUND_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"

/* Whether two events are the same step of two rounds: what they do and what comes of it is equal, but for numbers that are only counted,
 * and for times that go on from round to round (round_word.h). */
bool round_event_is_same(const struct heddle_event *a, const struct heddle_event *b);

/* The event is about to be applied, while what is accessed is taken down (rt.watches_memory). */
void round_take_down(const struct heddle_event *event);

#endif
