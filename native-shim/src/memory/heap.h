/* The heap, which malloc and its like in allocation.c are made of. Sites are those of the calls. */
#ifndef HEDDLE_HEAP_H
#define HEDDLE_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* From now on, until the first switch to a fiber, allocations come from an arena that is none of the program's threads'. */
void heap_leave_to_zygote(void);

/* A block of `size` bytes. NULL and errno: there is none. The first also tells whether the block is known to hold zeros. */
void *heap_take_known(size_t size, bool *zeroed, uint64_t site);
void *heap_take(size_t size, uint64_t site);

/* One whose address is a multiple of `alignment`, a power of two. */
void *heap_take_aligned(size_t alignment, size_t size, uint64_t site);

/* Frees a block, and tells of what is none, or has been freed. */
void heap_give(void *data, uint64_t site);

/* As realloc. */
void *heap_resize(void *data, size_t size, uint64_t site);

/* How many bytes were asked for; 0: it is no block. */
size_t heap_usable_size(void *data);

/* Another process runs than before, whose arenas are others at the same addresses. */
void heap_forget_arena(void);

#endif
