/* Events that count: where the plan names objects, those that access one of them; else all. What the main thread does before there is
 * another one does not count. */
#ifndef HEDDLE_COUNTING_H
#define HEDDLE_COUNTING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"
#include "model/plan.h"

void counting_start(const struct plan_view *plan);
bool counts(const struct heddle_event *pending);
void count(const struct heddle_event *executed);

/* Draws at which of `length` counting events a policy changes its mind, `wanted` times; may give one twice. */
void changes_draw(uint32_t wanted, uint64_t length);

/* Which of them falls on the next counting event; false if none does any more. */
bool changes_take(uint32_t *which);

#endif
