#ifndef HEDDLE_OUTSIDE_H
#define HEDDLE_OUTSIDE_H

#include <stddef.h>

#include "heddle_abi.h"

/* An access of the running thread is about to happen outside of the variable that it is meant for: see memory_outside. */
void on_outside(const volatile void *address, size_t size, const volatile void *variable, size_t bytes, int how,
                const struct heddle_site *site);

#endif
