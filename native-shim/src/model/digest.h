/* A number drawn from a run of events, by which two sides that know them can tell that theirs are equal without sending them. The
 * server works out the same number: see Digest.java, and RuntimeDigestTest, which compares the two. */
#ifndef HEDDLE_DIGEST_H
#define HEDDLE_DIGEST_H

#include "base/wire.h"

/* Of `count` events, in their order. */
uint64_t digest_of(const struct heddle_event *events, uint32_t count);

#endif
