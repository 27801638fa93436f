/* Whether objects are used while they exist: between their initialisation and their destruction. That is a matter of the order of
 * events, so it is asked in an event, or just after it, and never while it is only announced: another thread may come between. */
#ifndef HEDDLE_LIFETIME_H
#define HEDDLE_LIFETIME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"

struct object;

/* In the event that initialises an object: begins its life. */
void lifetime_begin(struct object *object, const struct heddle_event *event);

/* In the event that destroys it, or is refused: what lifetime_was_over tells is what the object was before. */
void lifetime_end(struct object *object, void *mark, bool ends);

/* In the event that destroys a barrier or a condition variable: the threads that it has woken, and that have not gone on, use it no more.
 * POSIX lets a thread destroy it as soon as nobody is blocked there, and free its memory, which is why libc's destruction waits until
 * they no longer look. */
void lifetime_let_go(const struct object *object);

/* After the event that uses an object: whether the object had been destroyed. Those that have a static initialiser, which is no event,
 * hold a mark while they are destroyed, of LIFETIME_MARK bytes at an address within them: where it is gone, another object begins. For
 * other kinds the mark is NULL. */
bool lifetime_is_over(struct object *object, const void *mark);
#define LIFETIME_MARK 2

/* After the event that destroys an object: whether it had been destroyed already. */
bool lifetime_was_over(void);

/* After the event that initialises it: notes if the object had been initialised already, and lay where none can have gone without
 * destruction. */
void lifetime_check_begun(const volatile void *object, enum heddle_family family, const char *function, uint64_t site);

/* Whether the address is on the heap or in a variable, rather than in memory that the program maps, perhaps with others. */
bool lifetime_is_private(uint64_t address);

#endif
