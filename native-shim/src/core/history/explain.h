/* Whether an order of calls explains a history: Wing, Gong, "Testing and verifying concurrent objects", J. Parallel Distrib. Comput. 17
 * (1993), with the cache of Lowe, "Testing for linearizability", Concurrency Computat. 29 (2017), section 3: a set of calls that have taken
 * effect, with the state that they lead to, is looked at once. */
#ifndef HEDDLE_EXPLAIN_H
#define HEDDLE_EXPLAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "core/history/specification.h"

#define MOST_CALLS 512u

/* A call in one history. */
struct past_call {
    uint32_t begin, end; /* numbers of events; end: UINT32_MAX where it has not ended */
    uint32_t thread;
    const char *operation;
    const char *result; /* NULL where it has not ended */
};

enum explanation { EXPLAINED, NOT_EXPLAINED, GIVEN_UP };

/* What is to be explained of calls that have not ended: each takes effect, with any result, or not; or none does, since they wait; or none
 * does, and this one waits, which the specification does not allow behind all that have ended (a stuck history, in Line-Up's words:
 * Burckhardt, Dern, Musuvathi, Tan, PLDI 2010, section 2.4). */
#define ANY_MAY_COME UINT32_MAX
#define NONE_COMES (UINT32_MAX - 1)

struct past {
    const struct past_call *calls; /* in the order in which they begin */
    uint32_t count;
    uint32_t waiting; /* the place of one that waits, or as above */
    bool sequential; /* only calls of one thread keep their order */
    bool (*is_before)(const struct past_call *one,
                      const struct past_call *other); /* of calls that have ended; NULL: as in time */
};

/* `order` becomes the calls of an order that explains the history, or of one that comes as far as any: `length` of them. In it a call that
 * has ended before another one begins comes before it. */
enum explanation explain(const struct specification *specification, const struct past *past, uint16_t *order, uint32_t *length);

/* For quiescent consistency (Aspnes, Herlihy, Shavit, JACM 41, 1994): the calls between two moments without any become such as overlap. */
void explain_quiet_moments_alone(struct past_call *calls, uint32_t count);

/* How many sets of calls with a state there may be, less where states are large, and how many calls are tried, before a search is given
 * up. */
#define MOST_CONFIGURATIONS (1u << 17)
#define MOST_TRIES (1u << 20)

#endif
