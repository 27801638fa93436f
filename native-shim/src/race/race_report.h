/* What an access to memory is, and what the race detector tells of two of them. */
#ifndef HEDDLE_RACE_REPORT_H
#define HEDDLE_RACE_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/fibers/fiber_state.h"

struct times;

struct access {
    const struct fiber *fiber;
    const struct times *times;
    uint64_t address, size; /* all of it */
    uint64_t site;
    uint32_t epoch;
    uint32_t cell_site; /* as a cell has it */
    bool writes, atomic, ends, bitwise, blind;
    uint64_t misused_at; /* the first byte that nobody may access, or 0 */
};

/* Sites are aligned: the lower bits of what a cell has of one are free. */
#define SITE_ATOMIC 1u
#define SITE_ENDS 2u
#define SITE_WRITES 4u /* of a struct reader: it is no reader, but an atomic access that writes */

static inline bool is_atomic(uint32_t cell_site) { return cell_site & SITE_ATOMIC; }

/* The access races with an earlier one, of which a cell has the epoch and the site: on the bytes [at, at + size). */
void race_tell(const struct access *a, uint32_t epoch, uint32_t cell_site, bool first_writes, uint64_t at, uint64_t size);

/* The access touches memory that nobody may access. Of freed memory it is not known any more when it was freed: the access could
 * come before that, unless the memory is visible. */
void race_tell_misuse(const struct access *a);

/* Memory that the running thread accesses is to be visible in executions to come, whether or not there is a race. */
void race_show(const struct fiber *fiber, uint64_t address, uint64_t size, uint64_t site);

/* Races on these bytes are not reported from now on. */
void race_is_benign(uint64_t address, uint64_t size);
void race_is_benign_in_each_process(uint64_t address, uint64_t size); /* memory of which each has a copy */

#endif
