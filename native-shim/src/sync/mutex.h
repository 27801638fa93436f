/* Mutexes in the model: for their calls (mutex_calls.c), condition variables and the ends of threads. */
#ifndef HEDDLE_MUTEX_H
#define HEDDLE_MUTEX_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

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

bool mutex_is_free(uint64_t address);
bool mutex_held_by(const struct fiber *fiber, uint64_t address);
int mutex_take(struct fiber *fiber, uint64_t address, uint32_t depth); /* 0, EOWNERDEAD, or ENOTRECOVERABLE: not taken */
uint32_t mutex_drop(uint64_t address); /* returns the depth it had */
bool mutex_checks_owner(uint64_t address); /* whether its kind tells who may unlock it */
void mutex_abandon_all(struct fiber *fiber); /* the fiber ends: its robust mutexes have lost their owner */
bool mutex_has_robust(const struct fiber *fiber);

#endif
