/* Whether memory is again as it was: what threads write is taken down, with what was there before. Numbers that are only counted, as by
 * `tries++`, may be different ones: as nobody looks at them, nothing depends on them. */
#ifndef HEDDLE_CYCLE_MEMORY_H
#define HEDDLE_CYCLE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* From here on, until the end, the runtime takes down what is accessed (rt.watches_memory). */
void cycle_memory_begin(bool of_time); /* late readings of clocks change nothing: see round_word.h */
void cycle_memory_end(void);

/* So many bytes are about to be written there; `counts`: what is written depends on what was there, and nothing else does. */
void cycle_memory_written(uint64_t address, uint64_t size, bool counts);

/* So many bytes are read there, for more than counting. */
void cycle_memory_read(uint64_t address, uint64_t size);

/* Whether all memory is as it was at the beginning, and the model of the synchronisation objects is. */
bool cycle_memory_is_same(void);

#endif
