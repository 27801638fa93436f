/* What instrumented code calls before it accesses memory; see struct heddle_hooks. */
#ifndef HEDDLE_HOOKS_H
#define HEDDLE_HOOKS_H

#include <stddef.h>
#include <stdint.h>

#include "heddle_abi.h"

void on_read(const volatile void *address, size_t size, const struct heddle_site *site);
void on_write(const volatile void *address, size_t size, const struct heddle_site *site);
void on_leave(const volatile void *address, size_t size, const struct heddle_site *site);
void on_library(int function, void *a, void *b, size_t size, const struct heddle_site *site);
void on_atomic_load(const volatile void *address, size_t size, int order, const struct heddle_site *site);
void on_atomic_store(volatile void *address, size_t size, uint64_t value, int order, const struct heddle_site *site);
void on_atomic_rmw(volatile void *address, size_t size, uint64_t operand, int order, const struct heddle_site *site);
void on_atomic_cas(volatile void *address, size_t size, uint64_t expected, uint64_t desired, int success_order, int failure_order,
                   const struct heddle_site *site);
uint64_t on_weak_cas(volatile void *address, size_t size, uint64_t expected, uint64_t desired, int success_order,
                     int failure_order, const struct heddle_site *site);
void on_fence(int order, const struct heddle_site *site);

/* It is about to call what is not instrumented, after which it may be cancelled no more. */
void memory_before_call(const struct heddle_site *site);

#endif
