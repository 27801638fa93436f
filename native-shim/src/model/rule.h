#ifndef HEDDLE_RULE_H
#define HEDDLE_RULE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"
#include "model/fibers/fiber_state.h"

/* A rule for one kind of operation. `alternative` gives the first alternative that `awake` accepts, returning false if
 * there is none; NULL: the operation has no alternatives, but such as only a plan takes: `allows` knows them. */
typedef bool awake_fn(const struct fiber *fiber, int32_t alternative);
/* Whether an event leaves things as a thread that polls in vain leaves them: it looks, waits, or goes through a lock; see vain.h. */
enum vain { NOT_VAIN, VAIN, VAIN_IF_ZERO, VAIN_UNLESS_ZERO /* its result */ };

struct rule {
    bool (*enabled)(const struct fiber *fiber, const struct heddle_event *operation); /* NULL: always */
    void (*apply)(struct fiber *fiber, struct heddle_event *event); /* NULL: nothing to do */
    /* Fills in the value that the event will have, which the server needs of operations that are still pending at the end. NULL: none. */
    void (*announced)(struct heddle_event *operation);
    bool (*alternative)(const struct fiber *fiber, const struct heddle_event *operation, awake_fn *awake, int32_t *out);
    bool (*allows)(const struct fiber *fiber, const struct heddle_event *operation, int32_t alternative);
    /* Not NULL: a deadline may be in the argument, and this tells whether the operation can time out while it is not
     * enabled. It is then applied with HEDDLE_ALT_TIMEOUT and the result ETIMEDOUT. */
    bool (*expires)(const struct fiber *fiber, const struct heddle_event *operation);
    /* What the thread takes over from earlier events in C11's happens-before, and what it passes on to later ones;
     * race/object_order.h has the usual ones. NULL: nothing. */
    void (*acquires)(struct fiber *fiber, const struct heddle_event *event);
    void (*releases)(struct fiber *fiber, const struct heddle_event *event);
    enum vain vain;
    bool after_signals; /* handlers can run before it: it is no second half of a call, and the call itself looks for no signals */
    bool repeatable; /* it changes only what rounds of events are compared by, see cycle.h */
};

/* Defines the rule of a kind of operation, in the file of its family: RULE(MUTEX_LOCK) = {...}; or {0} where its events change nothing. */
#define RULE(name) const struct rule rule_of_##name

#define DECLARE_RULE(name, code, family, use, traits, form) extern RULE(name);
HEDDLE_OPERATIONS(DECLARE_RULE)
#undef DECLARE_RULE

extern const struct rule *const rules[256]; /* by kind: rules.c */

/* Whether it is an operation that waits no longer than to a time, which is its argument. */
static inline bool has_deadline(const struct heddle_event *operation) {
    return operation->kind != 0 && rules[operation->kind]->expires && operation->argument > HEDDLE_DEADLINE_ANY;
}

#endif
