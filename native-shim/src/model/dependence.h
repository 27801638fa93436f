#ifndef HEDDLE_DEPENDENCE_H
#define HEDDLE_DEPENDENCE_H

#include "model/runtime.h"

/* READS … WAKES, and LEAVES (of a wait that may time out whenever it likes), are explained in AccessKind.java. SHARES
 * commutes with its like: posting a semaphore, taking or leaving a rwlock as a reader, arriving at a barrier, the exit
 * of a thread. DISPOSES, which is detaching a thread, commutes with that exit and not with its like. */
enum access { READS, WRITES, ENQUEUES, NOTIFIES, WAKES, LEAVES, SHARES, DISPOSES };

/* One thing that an event touches: `length` bytes of memory at `object`, or a synchronisation object (length 1). */
struct touched {
    enum space space;
    enum access access;
    uint64_t object, length;
};

/* What an event touches, given its result; at most two things. */
int touches(const struct heddle_event *e, struct touched out[2]);

/* Whether two accesses of these kinds to one thing do not commute. */
bool access_conflict(enum access a, enum access b);

#endif
