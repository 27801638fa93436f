/* What a thread found in memory or in a register, for a report, and who wrote it last. Only an execution whose plan asks for call stacks
 * tells it. */
#ifndef HEDDLE_SEEN_VALUE_H
#define HEDDLE_SEEN_VALUE_H

#include <stdint.h>

#include "base/wire.h"
#include "heddle_abi.h"

struct seen_value {
    uint64_t address; /* 0: in no memory that other threads can reach */
    uint64_t size;
    uint64_t value;
    uint64_t site;
};

/* Adds what was seen, and the last write of its memory where that is known. */
void see_value(enum heddle_stack_kind kind, uint32_t thread, const struct seen_value *seen);

/* The running thread's assertion fails, and one of its parts has this value. */
void operand_told(uint64_t address, uint64_t value, const struct heddle_site *site);

#endif
