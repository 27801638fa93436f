/* Programs that were built with AddressSanitizer and its runtime as a shared library (gcc's default). Its checks work on our heap
 * as on its own: what nobody may access is poisoned by its interface for allocators. */
#ifndef HEDDLE_ASAN_H
#define HEDDLE_ASAN_H

#include <stdbool.h>
#include <stdint.h>

void asan_start(void); /* in the zygote, which is when it is ready */
bool asan_is_there(void);

/* Nobody may access these bytes, or everybody again. Nothing where AddressSanitizer is not there. */
void asan_poison(uint64_t address, uint64_t size);
void asan_unpoison(uint64_t address, uint64_t size);

#endif
