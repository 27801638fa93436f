/* Operations, and what they carry in `order`, `object2` and `argument`, by name; OperationKind.java says which kinds carry what. */
#ifndef HEDDLE_OPERATION_H
#define HEDDLE_OPERATION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"

/* All but accesses of memory are sequentially consistent. */
static inline struct heddle_event operation_on(enum heddle_op kind, uint64_t object, uint64_t argument, uint64_t site) {
    return (struct heddle_event){
        .kind = (uint16_t)kind, .order = __ATOMIC_SEQ_CST, .object = object, .argument = argument, .site = site};
}

/* The same with a second object, or with bits of the kernel's word. */
static inline struct heddle_event operation_with(enum heddle_op kind, uint64_t object, uint64_t object2, uint64_t argument,
                                                 uint64_t site) {
    struct heddle_event operation = operation_on(kind, object, argument, site);
    operation.object2 = object2;
    return operation;
}

/* Of an operation that takes a lock or a semaphore, or joins: the bits of the kernel's word that interrupt it. */
static inline uint64_t interrupting_bits(const struct heddle_event *taking) {
    return taking->object2 & ~(uint64_t)(HEDDLE_SPINS | HEDDLE_ANNOUNCED);
}

/* Of RWLOCK_WRLOCK: whether an RWLOCK_ANNOUNCE came before it. */
static inline bool is_announced(const struct heddle_event *wrlock) { return wrlock->object2 & HEDDLE_ANNOUNCED; }

/* Whether it adds to memory without looking; see Operation.java. */
static inline bool is_addition(const struct heddle_event *event) {
    return event->kind == HEDDLE_ATOMIC_RMW && event->object2 == HEDDLE_ADDS;
}

/* Whether it stores a number other than zero; see Operation.java. */
static inline bool is_mark(const struct heddle_event *event) {
    return event->kind == HEDDLE_ATOMIC_STORE && event->object2 == HEDDLE_MARKS;
}

/* Whether it ends the process, and waits for the others. */
static inline bool is_late_exit(const struct heddle_event *event) {
    return event->kind == HEDDLE_PROCESS_EXIT && event->object2 == HEDDLE_LATE;
}

/* Of an AWAIT: bytes of the place in `object`; of the other one in `object2`, 0 if there is none; and, where there are more, the number
 * of looks that it stands for, else 0, when `object2` is where a range begins that has all other places (await_range). */
static inline uint64_t await_size(const struct heddle_event *await) { return await->argument & 0xff; }
static inline uint64_t await_looks(const struct heddle_event *await) {
    return await->argument >> 16 ? await->argument >> 8 & 0xff : 0;
}
static inline uint64_t await_second_size(const struct heddle_event *await) {
    return await->argument >> 16 ? 0 : await->argument >> 8;
}
static inline uint64_t await_argument(uint64_t size, uint64_t second_size) { return size | second_size << 8; }
static inline uint64_t await_argument_of_looks(uint64_t size, uint64_t looks, uint64_t range) {
    return size | looks << 8 | range << 16;
}

#endif
