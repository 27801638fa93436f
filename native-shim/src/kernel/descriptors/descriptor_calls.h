/* System calls on descriptors that a program makes by syscall(). */
#ifndef HEDDLE_DESCRIPTOR_CALLS_H
#define HEDDLE_DESCRIPTOR_CALLS_H

#include <stdbool.h>
#include <stdint.h>

/* An argument of a system call, as the address that it is. */
static inline void *at_address(long argument) { return (void *)(uintptr_t)argument; }

/* Makes a system call by the function that stands in for it, and stores what that returns. `arguments`: six. False: there is none for it. */
bool descriptor_call(long number, const long *arguments, long *result);

/* Whether a system call that no function stands in for returns a descriptor. */
bool makes_a_descriptor(long number);

#endif
