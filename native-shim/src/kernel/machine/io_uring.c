/* liburing makes its system calls by itself. */
#define _GNU_SOURCE
#include "kernel/machine/io_uring.h"

#include <errno.h>
#include <stddef.h>

#include "base/compiler.h"
#include "model/runtime.h"
#include "model/unvaried.h"

int io_uring_is_missing(uint64_t site) {
    if (running()) {
        unvaried_tell(site, "io_uring_setup", false);
    }
    return -ENOSYS;
}

struct io_uring;
struct io_uring_params;

EXPORT int io_uring_queue_init(unsigned entries, struct io_uring *ring, unsigned flags);
EXPORT int io_uring_queue_init(unsigned entries, struct io_uring *ring, unsigned flags) {
    (void)entries, (void)ring, (void)flags;
    return io_uring_is_missing(SITE());
}

EXPORT int io_uring_queue_init_params(unsigned entries, struct io_uring *ring, struct io_uring_params *parameters);
EXPORT int io_uring_queue_init_params(unsigned entries, struct io_uring *ring, struct io_uring_params *parameters) {
    (void)entries, (void)ring, (void)parameters;
    return io_uring_is_missing(SITE());
}

EXPORT int io_uring_queue_init_mem(unsigned entries, struct io_uring *ring, struct io_uring_params *parameters, void *memory,
                                   size_t size);
EXPORT int io_uring_queue_init_mem(unsigned entries, struct io_uring *ring, struct io_uring_params *parameters, void *memory,
                                   size_t size) {
    (void)entries, (void)ring, (void)parameters, (void)memory, (void)size;
    return io_uring_is_missing(SITE());
}

EXPORT int io_uring_setup(unsigned entries, struct io_uring_params *parameters);
EXPORT int io_uring_setup(unsigned entries, struct io_uring_params *parameters) {
    (void)entries, (void)parameters;
    return io_uring_is_missing(SITE());
}
