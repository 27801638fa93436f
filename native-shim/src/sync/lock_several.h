/* Threads within std::lock, which locks several mutexes (the pass tells where it begins and ends). It tries the others with one in its
 * hand, and where one is taken it gives back what it has and begins with that one. Two threads could go round so for ever, each with
 * what the other tries. A round that comes to nothing since another thread within std::lock has a mutex for a moment leaves all as it
 * was. So one such round of each call is explored; an execution with a second one ends there, and does not count: what follows it
 * follows where the thread has not begun that round. What only a try of a third thread at that moment could tell is left out. */
#ifndef HEDDLE_LOCK_SEVERAL_H
#define HEDDLE_LOCK_SEVERAL_H

#include <stdbool.h>
#include <stdint.h>

#include "model/fibers/fiber_state.h"

/* The running thread is about to lock several, or has locked them. */
void lock_several(bool begins);

/* The thread has taken the mutex, or has given it back. */
void lock_several_took(const struct fiber *fiber, uint64_t mutex);
void lock_several_gave(const struct fiber *fiber, uint64_t mutex);

/* The running thread has tried the mutex, which this one has. Does not return where the execution ends. */
void lock_several_failed(const struct fiber *owner, uint64_t mutex, uint64_t site);

#endif
