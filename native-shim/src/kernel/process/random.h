/* Random numbers: in each execution a thread draws the same ones, whatever others draw in between. The generator is splitmix64
 * (Steele, Lea and Flood, OOPSLA 2014). */
#ifndef HEDDLE_RANDOM_H
#define HEDDLE_RANDOM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/uio.h>

/* Once, before the program begins: puts fixed bytes where the kernel has put random ones for it (AT_RANDOM). */
void random_prepare(void);

/* Fills the buffer with what the running thread draws; in executions only. */
void random_fill(void *buffer, size_t length);

/* The same for several buffers. */
void random_fill_parts(const struct iovec *parts, int count);

/* Whether an execution opens a device of random numbers by this path, which may be NULL; to be asked before any call that opens it. */
bool random_is_named(const char *path);

/* Whether an execution reads random numbers from this descriptor: random_fill has them. */
bool random_is_device(int fd);

#endif
