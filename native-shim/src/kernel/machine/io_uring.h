/* io_uring: what the kernel does by its rings nobody sees. So it is answered as by a kernel that has none, and programs take their other
 * way. */
#ifndef HEDDLE_IO_URING_H
#define HEDDLE_IO_URING_H

#include <stdint.h>

/* A call of this name, which sets rings up, fails with ENOSYS; returns that, less than 0. */
int io_uring_is_missing(const char *function, uint64_t site);

#endif
