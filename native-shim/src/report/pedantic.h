/* What works with glibc but is not portable, reported if the plan asks for it: objects that are initialised and never destroyed
 * (POSIX allows an implementation in which they own memory), objects that are used uninitialised, and threads that the return
 * from main ends. (Inspect, Yang et al., §4.8, errors 1, 2 and 5.) */
#ifndef HEDDLE_PEDANTIC_H
#define HEDDLE_PEDANTIC_H

#include <stdbool.h>
#include <stdint.h>

#include "model/runtime.h"

/* ---- in the zygote ---- */
bool pedantic_reserve(bool wanted); /* before an execution; false: no memory for what it needs */
void pedantic_report(void);         /* after one that exited: notes what it has not destroyed */

/* ---- in the execution ---- */
void pedantic_start(uint64_t block); /* before main: one that its thread could allocate then */
void pedantic_begin(const struct object *object, const struct heddle_event *event); /* it is initialised by the event */
void pedantic_end(enum heddle_family family, uint64_t address); /* it is destroyed, perhaps after the last event */
void pedantic_look_back(void); /* the process ends: which objects lie in freed memory? */

/* Notes if an object that is about to be used for the first time has never been initialised. That is known of heap and stacks only, and
 * of instrumented code: zeroes of static storage look as the static initialisers do. */
void pedantic_check_first(uint64_t address, uint64_t size, enum heddle_family family, uint64_t site);

#endif
