/* Read-write locks in the model; for their calls (rwlock_calls.c). */
#ifndef HEDDLE_RWLOCK_H
#define HEDDLE_RWLOCK_H

#include <pthread.h>

#include "model/objects.h"

enum holding { AS_READER, AS_WRITER, AS_NOBODY };

enum holding rwlock_holding(const struct object *rwlock, const struct fiber *fiber);
extern bool rwlock_was_held; /* by who unlocked it, the rwlock of the last event that unlocked one */

static inline struct object *rwlock_of(uint64_t address) { return object_at(HEDDLE_FAMILY_RWLOCK, (void *)(uintptr_t)address); }

/* Where a destroyed lock holds the mark: glibc does not use it. */
static inline void *rwlock_mark(pthread_rwlock_t *rwlock) { return &rwlock->__data.__pad2; }

#endif
