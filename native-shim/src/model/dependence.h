#ifndef HEDDLE_DEPENDENCE_H
#define HEDDLE_DEPENDENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"
#include "model/channel_names.h"
#include "model/object.h"

/* READS … WAKES, and LEAVES (of a wait that may time out whenever it likes), are explained in AccessKind.java. SHARES
 * commutes with its like: posting a semaphore, taking or leaving a rwlock as a reader, arriving at a barrier, the exit
 * of a thread. DISPOSES, which is detaching a thread, commutes with that exit and not with its like. TAKES is a wait for a semaphore
 * where waits take in turn, and commutes with posts, which NOTIFY then. */
enum access { READS, WRITES, ENQUEUES, NOTIFIES, WAKES, LEAVES, SHARES, DISPOSES, TAKES };

/* One thing that an event touches: `length` bytes of memory at `object`, or a synchronisation object (length 1). */
struct touched {
    enum heddle_family family;
    enum access access;
    uint64_t object, length;
};

/* What an event touches, given its result: at most two things, or some channels and the kernel. */
#define MOST_THINGS (MOST_IN_CHANNEL_SET + 1)
int touches(const struct heddle_event *e, struct touched out[MOST_THINGS]);

/* Whether the two do not commute, given their results. */
bool dependent(const struct heddle_event *a, const struct heddle_event *b);

/* Whether the operation is dependent with the atomic sections of other threads, and whether it may be in one; see ObjectFamily.java. */
bool meets_sections(const struct heddle_event *operation);
bool may_be_in_section(const struct heddle_event *operation);

/* Whether the event is a timeout that came as the last resort. */
bool is_timeout(const struct heddle_event *event);

/* Whether two accesses of these kinds to one thing do not commute. */
bool access_conflict(enum access a, enum access b);

#endif
