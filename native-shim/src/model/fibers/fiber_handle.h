/* Which thread a handle of type pthread_t stands for. */
#ifndef HEDDLE_FIBER_HANDLE_H
#define HEDDLE_FIBER_HANDLE_H

#include <stdint.h>

#include "model/fibers/fiber_state.h"

/* NULL if it stands for none. Whoever asks tells the thread from those that are alike. */
struct fiber *fiber_by_handle(uint64_t handle);

/* The same for who waits for its end, and so for that of all that are alike. */
struct fiber *fiber_to_join(uint64_t handle);

/* Why the handle of a thread may not be used any more; NULL: it may. */
enum heddle_fault fiber_handle_fault(const struct fiber *fiber);

#endif
