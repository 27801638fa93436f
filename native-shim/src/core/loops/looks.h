/* What threads have looked at since they last did anything else. */
#ifndef HEDDLE_LOOKS_H
#define HEDDLE_LOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"
#include "model/fibers/fiber_state.h"

#define FIRST_LOOKS 2
#define LONGEST_LOOP 24 /* operations in one iteration */

/* An operation that only looked: what at, what it found, and the state that the thread was in before it. */
struct look {
    uint64_t site, object, size, state, value;
    uint32_t kind;
    uint32_t number; /* of the event behind it */
};

struct stretch {
    uint32_t count;
    uint64_t unsettled; /* number of the read-modify-write that was last, of which it is not known what it left; 0: none */
    uint64_t local_changes; /* at its end */
    uint64_t plain_reads;   /* likewise */
    uint32_t read_before;   /* number of the last look that came after a plain read by any thread; 0: there was none */
    bool tries; /* some of it are calls on descriptors */
    bool reads_unseen; /* the loop that the pending wait stands for reads plain memory that is not visible */
    uint64_t state;         /* before the operation that is about to happen */
    uint64_t awaited[2]; /* the values that the pending AWAIT of two locations waits to see changed */
    uint32_t first;      /* look of the loop that the pending AWAIT of more locations stands for */
    struct look first_looks[FIRST_LOOKS];
};

struct stretch *stretch_of(const struct fiber *fiber);
struct look *look_of(const struct fiber *fiber, uint32_t number);

/* Whether the thread has done nothing but look since its last operation that changed something, and has looked. */
static inline bool looks_any(const struct fiber *fiber) { return stretch_of(fiber)->count > 0; }

/* Likewise, and has made few other plain reads than of its own stack since the last look: as loops do that wait for something. */
bool looks_and_has_read_little(const struct fiber *fiber);

/* Whether an operation of this kind touches nothing at all. */
bool is_idle(uint32_t kind);

/* Whether an operation of this kind may find what it found before, and leave it: what a spin loop waits for. */
bool may_look(uint32_t kind);

/* Whether a look of this kind is a call on a descriptor. */
bool is_try(uint32_t kind);

/* Whether the operation is a call on a descriptor that does not wait, and whose outcome can be foretold: see `tries_for` of a thread. */
bool may_try(const struct fiber *fiber, const struct heddle_event *operation);

/* The operation that waits until such a one would find something. */
struct heddle_event form_that_waits(const struct fiber *fiber, const struct heddle_event *trying);

/* In the zygote: finds out whether the program may try to take a lock that another thread has for a moment. */
void looks_prepare(void);

/* Whether it is a lock that the loop of a thread which only looks may take and give back in each round. Nobody can tell how often, if
 * nobody ever only tries to take it. */
bool look_takes(uint32_t kind);

/* Whether what stands for an operation of this kind comes before it, for it may change something when it is done in the end. */
bool look_comes_behind_await(uint32_t kind);

/* Whether any lock was taken since the look `first`. */
bool looks_take(const struct fiber *fiber, uint32_t first);

/* Whether what was taken since the look `first` was given back since, and the other way round. */
bool looks_give_back(const struct fiber *fiber, uint32_t first);

/* Whether any of the looks from `first` on finds out what memory holds: else the loop waits for nothing. */
bool looks_load(const struct fiber *fiber, uint32_t first);

/* Whether the thread was here before since it last did anything but look. */
bool looks_come_back(const struct fiber *fiber, const struct heddle_event *operation);

/* Forgets the looks of the thread: the last one has found something, and was none. */
void looks_forget(const struct fiber *fiber);

/* Forgets the looks of a stretch that has turned out to be none: what was to be settled is, and memory may have changed. */
void looks_check(struct stretch *stretch);

/* The thread has executed its operation and goes on. */
void spin_executed(const struct fiber *fiber, const struct heddle_event *event);

#endif
