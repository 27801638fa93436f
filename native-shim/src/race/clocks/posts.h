/* What has been posted to a semaphore and not been taken yet: what the poster knew. */
#ifndef HEDDLE_POSTS_H
#define HEDDLE_POSTS_H

#include <stdint.h>

#include "race/clocks/times.h"

struct posts;

/* Another post, by a thread that knows this; *posts is NULL at first. */
void posts_add(struct posts **posts, const struct times *by);

/* A thread has taken one and has left so many: it now knows what the poster knew. What was there from the start is taken first. */
void posts_take(struct posts *posts, uint32_t left, struct times *taker);

/* Those of a copy of the semaphore. */
struct posts *posts_copy(const struct posts *posts);

/* The semaphore begins anew. */
void posts_forget(struct posts *posts);

#endif
