/* Read-write locks: the rules of their operations. With the default kind (and PTHREAD_RWLOCK_PREFER_WRITER_NP, which glibc takes for the
 * same) readers go first: a writer waits until there are none. With PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP a writer first announces
 * itself (RWLOCK_ANNOUNCE), and from then on no reader is let in. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "base/hot.h"
#include "base/invariant.h"
#include "core/virtual_time.h"
#include "kernel/readiness/kernel.h"
#include "model/fibers/processes.h"
#include "model/note.h"
#include "model/objects.h"
#include "model/operation.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "race/clocks/times.h"
#include "race/object_order.h"
#include "sync/lifetime.h"
#include "sync/rwlock.h"

#define HOLDS 1024

/* Who holds what as a reader, and how often. */
static struct hold {
    uint64_t rwlock;
    const struct fiber *reader;
    uint32_t times;
} holds[HOLDS];
static uint32_t hold_count;

static struct hold *hold_of(uint64_t rwlock, const struct fiber *reader) {
    for (uint32_t i = 0; i < hold_count; i++) {
        if (holds[i].rwlock == rwlock && holds[i].reader == reader) {
            return &holds[i];
        }
    }
    return NULL;
}

static void hold(uint64_t rwlock, const struct fiber *reader) {
    struct hold *known = hold_of(rwlock, reader);
    if (!known) {
        if (hold_count == HOLDS) {
            out_of("read locks held at one time", HOLDS);
        }
        known = &holds[hold_count++];
        *known = (struct hold){rwlock, reader, 0};
    }
    known->times++;
}

static void let_go(struct hold *known) {
    if (--known->times == 0) {
        *known = holds[--hold_count];
    }
}

enum holding rwlock_holding(const struct object *rwlock, const struct fiber *fiber) {
    return rwlock->owner == fiber ? AS_WRITER : hold_of(rwlock->address, fiber) ? AS_READER : AS_NOBODY;
}

static void init_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *rwlock = rwlock_of(event->object);
    event->result = rwlock->owner || rwlock->count ? EBUSY : 0;
    for (uint32_t i = hold_count; i-- > 0;) {
        if (holds[i].rwlock == event->object) {
            holds[i] = holds[--hold_count];
        }
    }
    rwlock->owner = NULL;
    rwlock->count = 0;
    rwlock->waiter_count = 0;
    lifetime_begin(rwlock, event);
}
RULE(RWLOCK_INIT) = {.apply = init_apply, .after_signals = true};

static void destroy_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    struct object *rwlock = rwlock_of(event->object);
    event->result = rwlock->owner || rwlock->count ? EBUSY : 0;
    lifetime_end(rwlock, rwlock_mark((pthread_rwlock_t *)(uintptr_t)address_of_name(event->object)), true);
}
RULE(RWLOCK_DESTROY) = {.apply = destroy_apply, .after_signals = true};

static bool rdlock_enabled(const struct fiber *fiber, const struct heddle_event *operation) {
    (void)fiber;
    const struct object *rwlock = object_find(HEDDLE_FAMILY_RWLOCK, operation->object);
    return !rwlock || (!rwlock->owner && rwlock->waiter_count == 0);
}
static bool rdlock_may_go_on(const struct fiber *fiber, const struct heddle_event *operation) {
    return rdlock_enabled(fiber, operation) || kernel_is_ready(interrupting_bits(operation));
}
static void share(struct fiber *fiber, struct heddle_event *event) {
    if (event->result == 0) {
        struct object *rwlock = rwlock_of(event->object);
        INVARIANT(!rwlock->owner);
        rwlock->count++;
        hold(event->object, fiber);
    }
}
static void rdlock_apply(struct fiber *fiber, struct heddle_event *event) {
    if (event->result == 0 && !rdlock_enabled(fiber, event)) {
        event->result = EINTR;
    }
    share(fiber, event);
}
RULE(RWLOCK_RDLOCK) = {.enabled = rdlock_may_go_on,
                       .apply = rdlock_apply,
                       .expires = always_expires,
                       .acquires = order_take_from_writers,
                       .vain = VAIN,
                       .after_signals = true,
                       .repeatable = true};

static int busy(const struct heddle_event *event) { return event->argument == HEDDLE_DEADLINE_ANY ? ETIMEDOUT : EBUSY; }

static void tryrdlock_apply(struct fiber *fiber, struct heddle_event *event) {
    event->result = rdlock_enabled(fiber, event) ? 0 : busy(event);
    share(fiber, event);
}
RULE(RWLOCK_TRYRDLOCK) = {
    .apply = tryrdlock_apply, .acquires = order_take_from_writers, .vain = VAIN, .after_signals = true, .repeatable = true};

static void announce_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)fiber;
    rwlock_of(event->object)->waiter_count++;
}
RULE(RWLOCK_ANNOUNCE) = {.apply = announce_apply, .vain = VAIN, .repeatable = true};

static bool wrlock_enabled(const struct fiber *fiber, const struct heddle_event *operation) {
    (void)fiber;
    const struct object *rwlock = object_find(HEDDLE_FAMILY_RWLOCK, operation->object);
    return !rwlock || (!rwlock->owner && rwlock->count == 0);
}
static bool wrlock_may_go_on(const struct fiber *fiber, const struct heddle_event *operation) {
    return wrlock_enabled(fiber, operation) || kernel_is_ready(interrupting_bits(operation));
}
static void own(struct fiber *fiber, struct heddle_event *event) {
    if (event->result == 0) {
        struct object *rwlock = rwlock_of(event->object);
        INVARIANT(!rwlock->owner && rwlock->count == 0);
        rwlock->owner = fiber;
    }
}
/* Who is interrupted waits on, and stays announced. */
static void wrlock_apply(struct fiber *fiber, struct heddle_event *event) {
    struct object *rwlock = rwlock_of(event->object);
    if (event->result == 0 && !wrlock_enabled(fiber, event)) {
        event->result = EINTR;
    } else if (is_announced(event)) {
        rwlock->waiter_count--;
    }
    own(fiber, event);
}
RULE(RWLOCK_WRLOCK) = {.enabled = wrlock_may_go_on,
                       .apply = wrlock_apply,
                       .expires = always_expires,
                       .acquires = order_take_if_done,
                       .vain = VAIN,
                       .after_signals = true,
                       .repeatable = true};

static void trywrlock_apply(struct fiber *fiber, struct heddle_event *event) {
    event->result = wrlock_enabled(fiber, event) ? 0 : busy(event);
    own(fiber, event);
}
RULE(RWLOCK_TRYWRLOCK) = {
    .apply = trywrlock_apply, .acquires = order_take_if_done, .vain = VAIN, .after_signals = true, .repeatable = true};

HOT bool rwlock_was_held;

/* argument: what the caller holds, an enum holding. Who holds nothing takes the lock from its writer, if there is one, as glibc does. */
static void unlock_apply(struct fiber *fiber, struct heddle_event *event) {
    struct object *rwlock = rwlock_of(event->object);
    struct hold *known = hold_of(event->object, fiber);
    rwlock_was_held = event->argument == AS_READER ? known != NULL : rwlock->owner == fiber;
    if (event->argument != AS_READER) {
        rwlock->owner = NULL;
    } else if (known) {
        INVARIANT(rwlock->count > 0);
        let_go(known);
        rwlock->count--;
    } else {
        event->result = EPERM;
    }
}
static void unlock_releases(struct fiber *fiber, const struct heddle_event *event) {
    if (event->argument) { /* by a writer */
        order_pass(fiber, event);
    } else {
        order_add_as_reader(fiber, event);
    }
}
RULE(RWLOCK_UNLOCK) = {
    .apply = unlock_apply, .releases = unlock_releases, .vain = VAIN, .after_signals = true, .repeatable = true};
