/* Operations that POSIX or C11 let end in ways that are not explored, where the access pass has seen that it matters. */
#ifndef HEDDLE_UNVARIED_H
#define HEDDLE_UNVARIED_H

#include <stdint.h>

/* Of waits and weak compare-and-swaps only those outcomes are explored that have a reason, but for --spurious. */
void unvaried_spurious(uint64_t site, const char *function);

/* Of the threads that leave a barrier, the one with the lowest number is the serial one. */
void unvaried_serial(uint64_t site, const char *function);

#endif
