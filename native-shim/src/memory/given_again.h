/* Names that the system gives again: addresses of blocks, and handles of threads. libc's allocator answers a call with the block of its size
 * class that the same thread freed last; this heap does not, so that uses of what is freed can be told. Likewise a thread that is created
 * natively gets the handle of the one that its creator has joined last, and here one of its own.
 *
 * Where the program compares such a name of the past with the one that natively would be the same, it takes another way natively. Such a
 * comparison is looked for. Once one is seen, each thread of executions to come chooses whether names are given again, always or never; the
 * plan tells so by a variable that is visible. */
#ifndef HEDDLE_GIVEN_AGAIN_H
#define HEDDLE_GIVEN_AGAIN_H

#include <stdint.h>

#include "model/memory/arenas.h"

enum given_names { GIVEN_BLOCKS, GIVEN_HANDLES, GIVEN_NAMES };

/* Once, in the zygote. */
void given_again_prepare(void);

/* The running thread is about to get such a name, and could get an old one: the choice, which it makes when it is the
 * first time. May let other threads run. */
void given_again_choose(enum given_names names, enum gives_again *choice, uint64_t site);

/* Before it takes a block of this class. */
void given_again_choose_block(uint32_t class, uint64_t site);

/* The block of this class to be given again, taken out of the quarantine; NULL where a fresh one is wanted, in whose place libc would have
 * given *instead (NULL: none). */
struct block *given_again_take(struct arena *arena, uint32_t class, struct block **instead);

/* It has been put into the arena's quarantine, or has left it. */
void given_again_freed(struct arena *arena, uint32_t class, struct block *b);
void given_again_left(struct arena *arena, uint32_t class, const struct block *b);

/* The program compares these numbers, which are different. */
void given_again_compared(uint64_t one, uint64_t other, uint64_t site);

#endif
