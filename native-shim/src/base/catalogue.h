/* What is true of each kind of operation: the rows of OperationKind.java, which says what they mean. Nothing here names a kind that a
 * trait can tell. */
#ifndef HEDDLE_CATALOGUE_H
#define HEDDLE_CATALOGUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"

struct catalogue_row {
    uint8_t family, use;
    uint16_t blocking_form;
    uint32_t traits;
};

/* By kind; all zero where there is none. */
extern const struct catalogue_row catalogue[HEDDLE_LAST_OP + 1];

/* Whether one of these traits is true of the kind; see OperationTrait.java. */
static inline bool operation_has(uint32_t kind, uint32_t traits) { return catalogue[kind].traits & traits; }

/* What sort of thing the first object of an operation of this kind is. */
static inline enum heddle_family operation_family(uint32_t kind) { return (enum heddle_family)catalogue[kind].family; }

/* The blocking form of an operation that only tries; 0: there is none. */
static inline uint16_t blocking_form(uint32_t kind) { return catalogue[kind].blocking_form; }

/* Whether it is not always enabled. */
static inline bool can_block(uint32_t kind) { return operation_has(kind, TRAIT_BLOCKS | TRAIT_TIMED); }

/* Whether it is an access of memory, plain or atomic. */
static inline bool is_memory_access(uint32_t kind) { return operation_family(kind) == HEDDLE_FAMILY_MEMORY && !can_block(kind); }

/* Whether it is a plain access of memory. */
static inline bool is_plain_access(uint32_t kind) { return kind == HEDDLE_READ || kind == HEDDLE_WRITE; }

/* Whether it takes a lock, or one of what a semaphore counts, if it succeeds; and whether it gives one back. */
static inline bool operation_takes(uint32_t kind) {
    return operation_has(kind, TRAIT_TAKES | TRAIT_TAKES_SHARED | TRAIT_TAKES_ONE);
}
static inline bool operation_gives_back(uint32_t kind) { return operation_has(kind, TRAIT_FREES | TRAIT_GIVES_ONE); }

#endif
