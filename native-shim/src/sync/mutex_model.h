/* What the calls of mutexes (mutex_calls.c) and the rules of their operations (mutex.c) both know. */
#ifndef HEDDLE_MUTEX_MODEL_H
#define HEDDLE_MUTEX_MODEL_H

#include <pthread.h>

#include "model/objects.h"

#define MUTEX_KIND_MASK 3     /* of __data.__kind: PTHREAD_MUTEX_{NORMAL,RECURSIVE,ERRORCHECK,ADAPTIVE} */
#define MUTEX_KINDS 0x3ff     /* all that glibc may set: kind, robustness, protocol, sharing, elision */
#define MUTEX_ROBUST 16  /* glibc's PTHREAD_MUTEX_ROBUST_NORMAL_NP */
#define MUTEX_PROTECT 64 /* glibc's PTHREAD_MUTEX_PRIO_PROTECT_NP; the ceiling is then in the lock word: */
#define MUTEX_CEILING_SHIFT 19

/* Of a robust mutex, in object.kind. */
enum mutex_health {
    MUTEX_HEALTHY,
    MUTEX_ORPHANED,     /* its owner ended; whoever takes it next is told */
    MUTEX_INCONSISTENT, /* whoever was told has not yet called pthread_mutex_consistent */
    MUTEX_UNRECOVERABLE /* nor did before unlocking it */
};

static inline struct object *mutex_of(uint64_t address) { return object_at(HEDDLE_FAMILY_MUTEX, (void *)(uintptr_t)address); }

/* Where a destroyed mutex holds the mark: glibc counts there how long it pays to spin. */
static inline void *mutex_mark(pthread_mutex_t *mutex) { return &mutex->__data.__spins; }

extern bool mutex_was_owned; /* the mutex of the last event that unlocked one */

#endif
