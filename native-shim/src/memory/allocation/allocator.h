/* Whose malloc the program calls: ours stands in for that of libc, and of a library such as jemalloc. One that the executable itself
 * defines comes first, and is used. */
#ifndef HEDDLE_ALLOCATOR_H
#define HEDDLE_ALLOCATOR_H

/* Once, in the zygote. */
void allocator_prepare(void);

/* The program begins: notes whose malloc it calls, where that is not ours, or ours stands in for another one than libc's. */
void allocator_tell(void);

#endif
