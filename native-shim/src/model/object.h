/* A synchronisation object, as the model sees it. */
#ifndef HEDDLE_OBJECT_H
#define HEDDLE_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"

struct fiber;
struct order;

struct object {
    uint64_t address;
    uint32_t family;
    uint32_t kind;         /* mutex: enum mutex_health; once: enum once_state; semaphore: value when first seen; rwlock:
                              whether writers go first; barrier: generation */
    struct fiber *owner;   /* mutex, spinlock: holder; once: who runs the initialiser; rwlock: writer */
    uint32_t count;        /* mutex: recursion depth; semaphore: value; rwlock: readers; barrier: threads that it waits for */
    uint32_t waiter_count; /* condition variable; rwlock: writers that have announced themselves; barrier: arrived */
    uint32_t serial_rank;  /* barrier: how many waiters with lower ids than the serial one */
    struct fiber *waiters; /* condition variable, barrier: in order of arrival, through fiber.wait.next */
    uint64_t write_time, read_time; /* virtual time, see virtual_time.h */
    struct order *order;            /* order.c; NULL until it is needed */
    bool destroyed, initialised; /* see lifetime.h */
    uint32_t user; /* the process that has used it last; see unshared.c */
    bool used;                   /* mutex: it has been seen before */
    bool robust; /* mutex */
    bool serial_chosen; /* barrier: its serial_rank was a choice */
};

#endif
