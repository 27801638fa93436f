/* Whether objects are used while they exist: between their initialisation and their destruction. */
#ifndef HEDDLE_LIFE_H
#define HEDDLE_LIFE_H

#include <stdbool.h>
#include <stdint.h>

struct object;
struct heddle_event;

/* In the event that initialises an object: begins its life. */
void life_begin(struct object *object, const struct heddle_event *event);

/* In the event that destroys it: ends its life. */
void life_end(struct object *object);

/* After that event: notes if the object had been initialised already, and lay where none can have gone without destruction. */
void life_check_begun(const volatile void *object, const char *what, const char *function, uint64_t site);

/* Whether the address is on the heap or in a variable, rather than in memory that the program maps, perhaps with others. */
bool life_is_private(uint64_t address);

#endif
