/* Objects in memory that processes share, and that were not initialised to be shared between them (PTHREAD_PROCESS_PRIVATE, sem_init with
 * 0). POSIX leaves it undefined that two processes use one; with libc, who waits is never woken by another process. */
#ifndef HEDDLE_UNSHARED_H
#define HEDDLE_UNSHARED_H

#include <stdint.h>

#include "base/compiler.h"
#include "base/wire.h"
#include "model/object.h"
#include "model/runtime.h"

void unshared_used(struct object *object, const void *memory, const char *function, uint64_t site);

/* After an event that uses an object of the program's, which lies in this memory: notes if another process has used it, and must not have. */
static inline void unshared_check(struct object *object, const void *memory, const char *function, uint64_t site) {
    if (UNLIKELY(rt.processes)) {
        unshared_used(object, memory, function, site);
    }
}

#endif
