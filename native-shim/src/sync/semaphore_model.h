/* What named semaphores need of semaphores. */
#ifndef HEDDLE_SEMAPHORE_MODEL_H
#define HEDDLE_SEMAPHORE_MODEL_H

#include <stdint.h>

struct object;

struct object *sem_known(uint64_t address);

#endif
