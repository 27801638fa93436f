/* Handles of threads (pthread_t). Each thread has one of its own, unless handles are given again: see given_again.h. Then a thread gets the
 * one of the thread that its creator has joined last, as libc, which keeps the stacks of ended threads, has it. */
#ifndef HEDDLE_HANDLES_H
#define HEDDLE_HANDLES_H

#include <stdint.h>

#include "model/fibers/fiber.h"

/* The handle of the thread with this name that the running one is about to create; may let other threads run before. */
uint64_t handles_choose(uint32_t id, uint64_t site);

/* The running thread has created it, and given it that handle; or it has joined it. */
void handles_given(struct fiber *child, uint64_t handle);
void handles_joined(struct fiber *ended);

#endif
