/* Futexes wait and wake as condition variables do: the word's address names a mutex and a condition variable of the model. Who waits
 * holds the mutex while it compares the word, so that no wake-up can come between that and its joining the waiters; who wakes holds it,
 * too. */
#define _GNU_SOURCE
#include "kernel/queues/futex.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <time.h>

#include "core/schedule.h"
#include "kernel/time/deadline.h"
#include "memory/library.h"
#include "memory/memory.h"
#include "model/memory/aliases.h"
#include "model/note.h"
#include "model/objects.h"
#include "model/operation.h"
#include "model/runtime.h"

static const struct heddle_event *on_word(enum heddle_op kind, const uint32_t *word, uint64_t argument, uint64_t site) {
    uint64_t object = (uint64_t)(uintptr_t)word;
    struct heddle_event operation = operation_with(kind, object, object, argument, site);
    return point(&operation);
}

static uint32_t load(const uint32_t *word, uint64_t site) {
    return (uint32_t)point_on(HEDDLE_ATOMIC_LOAD, word, sizeof *word, site)->value;
}

static long failed(int error) {
    errno = error;
    return -1;
}

static long wait_on(const uint32_t *word, bool is_private, uint32_t expected, uint64_t deadline, uint64_t site) {
    point_on(HEDDLE_MUTEX_LOCK, word, 0, site);
    if (load(word, site) != expected) {
        point_on(HEDDLE_MUTEX_UNLOCK, word, 0, site);
        return failed(EAGAIN);
    }
    rt.current->wait.is_private = is_private;
    on_word(HEDDLE_COND_WAIT, word, 0, site);
    int error = (int)on_word(HEDDLE_COND_WAKE, word, deadline, site)->result;
    point_on(HEDDLE_MUTEX_UNLOCK, word, 0, site);
    return error ? failed(error) : 0;
}

/* Whether a call on the word wakes those who wait there. The kernel has one queue for private calls of each process, and one for all other
 * calls. */
static bool reaches(const uint32_t *word, bool is_private, uint64_t site) {
    const struct object *queue = object_find(HEDDLE_FAMILY_CONDITION, (uint64_t)(uintptr_t)word);
    bool any = false, all = true;
    if (!queue || !queue->waiters) {
        return true;
    }
    for (const struct fiber *w = queue->waiters; w; w = w->wait.next) {
        bool is_reached = w->wait.is_private == is_private && (!is_private || w->process == rt.current->process);
        any |= is_reached;
        all &= is_reached;
    }
    if (any && !all) {
        unmodelled("futex, private to some of those who wait for it", site);
    }
    return any;
}

static long wake(const uint32_t *word, bool is_private, int most, uint64_t site) {
    long woken = 0;
    point_on(HEDDLE_MUTEX_LOCK, word, 0, site);
    if (!reaches(word, is_private, site)) {
        woken = 0;
    } else if (most == INT_MAX) {
        woken = point_on(HEDDLE_COND_BROADCAST, word, 0, site)->result;
    } else {
        while (woken < most && point_on(HEDDLE_COND_SIGNAL, word, 0, site)->result) {
            woken++;
        }
    }
    point_on(HEDDLE_MUTEX_UNLOCK, word, 0, site);
    return woken;
}

static uint64_t relative(const struct timespec *timeout) {
    uint64_t nanoseconds = timeout ? (uint64_t)timeout->tv_sec * 1000000000ull + (uint64_t)timeout->tv_nsec : 0;
    return !timeout ? 0 : nanoseconds ? deadline_after(nanoseconds) : HEDDLE_DEADLINE_ANY;
}

long futex_call(const uint32_t *word, int operation, uint32_t value, const struct timespec *timeout, uint32_t bits,
                uint64_t site) {
    word = (const uint32_t *)(uintptr_t)alias_name((uint64_t)(uintptr_t)word);
    int command = operation & FUTEX_CMD_MASK;
    bool waits = command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET;
    if (waits) {
        memory_library(HEDDLE_LIBRARY_READ_TIME, (void *)(uintptr_t)timeout, NULL, sizeof *timeout, site);
    }
    if ((uintptr_t)word % sizeof *word != 0 || (waits && timeout && !deadline_valid(timeout))) {
        return failed(EINVAL);
    }
    bool any = bits == FUTEX_BITSET_MATCH_ANY, is_private = operation & FUTEX_PRIVATE_FLAG;
    if (command == FUTEX_WAIT) {
        return wait_on(word, is_private, value, relative(timeout), site);
    }
    if (command == FUTEX_WAIT_BITSET && any) {
        clockid_t clock = operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
        return wait_on(word, is_private, value, timeout ? deadline_of(clock, timeout, site) : 0, site);
    }
    if (command == FUTEX_WAKE || (command == FUTEX_WAKE_BITSET && any)) {
        rt.current->names_futex = true; /* the kernel does not look at the word */
        long woken = wake(word, is_private, (int)value, site);
        rt.current->names_futex = false;
        return woken;
    }
    unmodelled("futex, other than to wait or wake for any bit", site);
}
