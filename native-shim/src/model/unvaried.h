/* Operations that POSIX or C11 let end in another way for no reason, where the access pass has seen that it matters: which of their
 * outcomes are explored, and a note of those that are not. */
#ifndef HEDDLE_UNVARIED_H
#define HEDDLE_UNVARIED_H

#include <stdbool.h>
#include <stdint.h>

/* Whether it is a choice how a wait or a weak compare-and-swap at this site ends, of a thread for which it was one `before` times: at
 * marked sites, or at all with --spurious=N. */
bool unvaried_may_choose(uint64_t site, uint32_t before, const char *function);

/* The same where it cannot be a choice. */
void unvaried_never(uint64_t site, const char *function);

/* Of how many threads one is chosen to be the serial one of a barrier of `count` threads that is initialised at this site; 1: of those
 * that leave, it is the one with the lowest number. */
uint32_t unvaried_ranks(uint64_t site, uint32_t count);

/* After a wait at this site, at a barrier of `count` threads of which it was a choice which one is the serial one, in this round. */
void unvaried_serial(uint64_t site, bool chosen, uint32_t count, uint64_t round);

/* At this site, marked or not, other outcomes of the function are explored partly, or never. */
void unvaried_tell(uint64_t site, const char *function, bool partly);

#endif
