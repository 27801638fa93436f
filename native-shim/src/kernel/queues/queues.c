/* Each kind is a monitor: who calls has its mutex, tries without blocking, and waits for its condition variable
 * until somebody has changed something. */
#define _GNU_SOURCE
#include "kernel/queues/queues.h"

#include <errno.h>

#include "core/schedule.h"
#include "model/operation.h"
#include "model/resolve.h"
#include "model/runtime.h"

static struct {
    uint64_t lock, changed;
} monitors[QUEUES];
static uint32_t waiters[QUEUES];
static bool locks_are_used;

#define NAME(queue, text) {(const char *)&monitors[queue], "", text, 0, 0, HEDDLE_SITE_VARIABLE, sizeof *monitors}
static const struct heddle_site records[] = {
    NAME(QUEUE_POSIX, "message queues"),
    NAME(QUEUE_SYSTEM_V, "message queues of System V"),
    NAME(QUEUE_SEMAPHORES, "semaphores of System V"),
    NAME(QUEUE_LOCKS, "locks of files"),
};

void queues_prepare(void) { resolve_name(records, records + sizeof records / sizeof *records); }

static const struct heddle_event *on_monitor(enum heddle_op kind, enum queue queue, uint64_t deadline, uint64_t site) {
    uint64_t changed = (uint64_t)(uintptr_t)&monitors[queue].changed, lock = (uint64_t)(uintptr_t)&monitors[queue].lock;
    struct heddle_event operation = operation_with(kind, changed, lock, deadline, site);
    return point(&operation);
}

void queue_begin(enum queue queue, uint64_t site) {
    locks_are_used |= queue == QUEUE_LOCKS;
    point_on(HEDDLE_MUTEX_LOCK, &monitors[queue].lock, 0, site);
}

bool queue_wait(enum queue queue, uint64_t deadline, uint64_t site) {
    waiters[queue]++;
    on_monitor(HEDDLE_COND_WAIT, queue, 0, site);
    int error = (int)on_monitor(HEDDLE_COND_WAKE, queue, deadline, site)->result;
    waiters[queue]--;
    if (error) {
        errno = error;
    }
    return !error;
}

void queue_end(enum queue queue, bool changes, uint64_t site) {
    int saved = errno;
    if (changes && waiters[queue] > 0) {
        point_on(HEDDLE_COND_BROADCAST, &monitors[queue].changed, 0, site);
    }
    point_on(HEDDLE_MUTEX_UNLOCK, &monitors[queue].lock, 0, site);
    errno = saved;
}

void queues_before_close(uint64_t site) {
    if (running() && locks_are_used) {
        queue_begin(QUEUE_LOCKS, site);
    }
}

void queues_after_close(uint64_t site) {
    if (running() && locks_are_used) {
        queue_end(QUEUE_LOCKS, true, site);
    }
}
