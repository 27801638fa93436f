/* Pages that are mapped at several addresses, of one process or of several. What lies in them has one name, an address of the runtime's own at which they are mapped as
 * well: accesses and objects are known by it, whatever address the program uses. */
#ifndef HEDDLE_ALIASES_H
#define HEDDLE_ALIASES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

extern bool aliases_any; /* false: each address is its own name */

/* All that follows is of the running process's addresses. */

/* What lies at these addresses, whole pages, is named from `name` on; false: there is no room to write it down. */
bool aliases_add(uint64_t start, uint64_t end, uint64_t name);

/* Something else lies at these addresses from now on. */
void aliases_end(uint64_t start, uint64_t end);

/* Nothing lies at these addresses any more. Who accesses them all the same does as before the end, by its name: in the other order its
 * operations are the same. */
void aliases_gone(uint64_t start, uint64_t end);

/* The name of what lies at an address, where there are any. */
uint64_t aliases_find(uint64_t address);

/* How many of these bytes, from the first one on, have names that follow each other, where there are any. */
uint64_t aliases_part(uint64_t address, uint64_t size);

/* A process that the running one forks has the same mappings; false: there is no room to write them down. */
bool aliases_inherit(uint32_t process);

static inline uint64_t alias_name(uint64_t address) { return UNLIKELY(aliases_any) ? aliases_find(address) : address; }

#endif
