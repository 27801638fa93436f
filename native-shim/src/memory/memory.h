/* What functions of ours do to memory of the program. */
#ifndef HEDDLE_MEMORY_H
#define HEDDLE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "heddle_abi.h"

/* What an interposed function does to memory of the program, announced before it does so; only calls that instrumented code makes
 * count, which the site tells: other code may be synchronised by what is not seen. */
void memory_reads(const void *address, size_t size, uint64_t site);
void memory_writes(const void *address, size_t size, uint64_t site);

/* A library that is not instrumented is about to change a number of the program's by an atomic operation that acquires and releases. */
void memory_atomic(const void *address, size_t size, uint64_t site);

/* Stores what a call has found where the program wants it, when the call has it: the write may be a scheduling point. */
#define memory_store(to, value, site)                \
    do {                                             \
        __typeof__(*(to)) stored_ = (value);         \
        memory_writes((to), sizeof stored_, (site)); \
        *(to) = stored_;                             \
    } while (0)

/* Memory that a lock of the library's own protects, which orders nothing else: it races with what is done without that lock. */
void memory_locked(const void *address, size_t size, uint64_t site);

/* Whether it matters that an access of these bytes is announced before it is made: it is a scheduling point, or does damage. */
bool memory_is_watched(const void *address, size_t size);

/* ---- what instrumented code calls before it accesses memory; see struct heddle_hooks ---- */

void on_read(const volatile void *address, size_t size, const struct heddle_site *site);
void on_write(const volatile void *address, size_t size, const struct heddle_site *site);
void on_leave(const volatile void *address, size_t size, const struct heddle_site *site);
const volatile void *on_atomic_load(const volatile void *address, size_t size, int order, const struct heddle_site *site);
volatile void *on_atomic_store(volatile void *address, size_t size, uint64_t value, int order, const struct heddle_site *site);
volatile void *on_atomic_rmw(volatile void *address, size_t size, uint64_t operand, int order, const struct heddle_site *site);
volatile void *on_atomic_cas(volatile void *address, size_t size, uint64_t expected, uint64_t desired, int success_order,
                             int failure_order, const struct heddle_site *site);
uint64_t on_weak_cas(volatile void *address, size_t size, uint64_t expected, uint64_t desired, int success_order,
                     int failure_order, const struct heddle_site *site);
volatile void *on_weak_cas_place(volatile void *address);
void on_fence(int order, const struct heddle_site *site);

/* It is about to call what is not instrumented, after which it may be cancelled no more. */
void memory_before_call(const struct heddle_site *site);

#endif
