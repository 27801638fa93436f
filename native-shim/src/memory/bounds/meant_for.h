/* Which variables the arguments of a call are meant for: what the call reads or writes there may go past the end of the variable. How far
 * it goes is often known only when it is made, so the access pass tells the variables, and whoever announces an access compares. */
#ifndef HEDDLE_MEANT_FOR_H
#define HEDDLE_MEANT_FOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "heddle_abi.h"

/* Of the running thread's next call: see __heddle_meant_for. */
void meant_for(const void *address, const void *variable, size_t bytes, int how, const struct heddle_site *site);

/* That call is one of an interposed function, with this site. */
void meant_by_call(const struct heddle_site *site);

/* That call was announced by __heddle_library, and its accesses have been. */
void meant_is_done(void);

/* An access that the call with this site is about to make. */
void meant_look(const void *address, size_t size, bool writes, uint64_t site);

#endif
