/* The memory of the program, which is put back after each execution. */
#ifndef HEDDLE_RUNNER_MEMORY_H
#define HEDDLE_RUNNER_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"

enum heddle_fallback memory_track(void); /* protects all that the program could write to; what there is now comes back */

/* The same once more, in a process that was forked from one that does so already: what there is now comes back. */
enum heddle_fallback memory_track_again(void);

bool memory_write(uint64_t address);              /* makes its page writable; false: it is no page that was protected */
void memory_fill(uint64_t start, uint64_t bytes); /* the kernel is about to write there */
void memory_put_back(void);

#endif
