/* io_uring: what the kernel does by its rings nobody sees. So it is answered as by a kernel that has none, and programs take their other
 * way. */
#ifndef HEDDLE_IO_URING_H
#define HEDDLE_IO_URING_H

#include <stdint.h>

/* A call at this site is to set rings up, and fails: the claim says so. Returns minus ENOSYS. */
int io_uring_is_missing(uint64_t site);

#endif
