/* Whether memory is again as it was: what threads write is taken down, with what was there before. */
#ifndef HEDDLE_CYCLE_MEMORY_H
#define HEDDLE_CYCLE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* From here on, until the end, the runtime takes down what is written (rt.watches_writes). */
void cycle_memory_begin(void);
void cycle_memory_end(void);

/* So many bytes are about to be written there. */
void cycle_memory_written(uint64_t address, uint64_t size);

/* Whether all memory is as it was at the beginning, and the model of the synchronisation objects is. */
bool cycle_memory_is_same(void);

#endif
