/* Each kind is a monitor: who calls has its mutex, tries without blocking, and waits for its condition variable
 * until somebody has changed something. */
#define _GNU_SOURCE
#include "kernel/queues/queues.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/direct.h"
#include "core/schedule.h"
#include "kernel/cancellation/cond_interruption.h"
#include "kernel/signals/interrupted_calls.h"
#include "kernel/signals/signal_look.h"
#include "kernel/signals/signal_points.h"
#include "model/objects.h"
#include "model/operation.h"
#include "model/resolve.h"
#include "model/runtime.h"

#define MOST_DESCRIPTORS 1024 /* of a process that may have locks of files */

static struct {
    uint64_t lock, changed;
} monitors[QUEUES];
static uint32_t waiters[QUEUES];
static bool locks_are_used;

#define NAME(queue, text) OWN_VARIABLE(monitors[queue].lock, text), OWN_VARIABLE(monitors[queue].changed, text)
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
    uint64_t condition = on_monitor(HEDDLE_COND_WAIT, queue, 0, site)->object;
    bool is_told = rt.seen.signals_told;
    waiters[queue]++;
    if (is_told && signals_interrupt_wait(condition, site)) {
        cond_interrupt(rt.current, condition, site);
    }
    int error = (int)on_monitor(HEDDLE_COND_WAKE, queue, deadline, site)->result;
    waiters[queue]--;
    bool is_interrupted = is_told && signals_interrupt_wait(0, site);
    errno = is_interrupted ? EINTR : error ? error : errno;
    return !error && !is_interrupted;
}

/* Whether a call goes on behind a handler that asks for it: those of System V fail even there (signal(7)). */
static bool restarts(enum queue queue) { return queue == QUEUE_POSIX || queue == QUEUE_LOCKS; }

bool queue_call_fails(enum queue queue, uint64_t site) { return call_is_interrupted(restarts(queue), site); }

bool queue_again(enum queue queue, uint64_t site) {
    if (errno != EINTR) { /* which calls that do not block never fail with */
        return false;
    }
    enum interruption interruption = signals_handle(site);
    errno = EINTR;
    bool is_restarted = interruption == RESTARTED && restarts(queue);
    return is_restarted || interruption == NOT_INTERRUPTED; /* the signal was for another thread */
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

/* The first process, whose descriptors the runtime goes on with, gives back what is the process's own alone. */
void queues_process_ends(uint64_t site) {
    for (enum queue queue = 0; queue < QUEUES; queue++) {
        const struct object *lock = object_find(HEDDLE_FAMILY_MUTEX, (uint64_t)(uintptr_t)&monitors[queue].lock);
        if (lock && lock->owner == rt.current) { /* it is killed within a call */
            queue_end(queue, true, site);
        }
    }
    if (!locks_are_used) {
        return;
    }
    queue_begin(QUEUE_LOCKS, site);
    bool is_first = rt.current->process == 0;
    struct flock all = {.l_type = F_UNLCK, .l_whence = SEEK_SET};
    for (int fd = 0; is_first && fd < MOST_DESCRIPTORS; fd++) {
        kernel_call(SYS_fcntl, fd, F_SETLK, &all);
    }
    if (!is_first) {
        kernel_call(SYS_close_range, STDERR_FILENO + 1, ~0u, 0);
    }
    queue_end(QUEUE_LOCKS, true, site);
}

void queues_after_close(uint64_t site) {
    if (running() && locks_are_used) {
        queue_end(QUEUE_LOCKS, true, site);
    }
}
