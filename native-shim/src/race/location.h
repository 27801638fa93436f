/* The clocks of atomic and visible memory. */
#ifndef HEDDLE_LOCATION_H
#define HEDDLE_LOCATION_H

#include <stdint.h>

/* Bytes of one aligned word that have always been accessed together. */
struct location {
    struct location *next;
    uint32_t mask;
    uint32_t head;                   /* fiber index + 1 of who headed the release sequence last */
    struct clock *reads, *writes;    /* HB_dep */
    struct clock *additions;         /* likewise, of those that commute */
    struct clock *released;          /* HB_C11: what a load that acquires takes over */
};

typedef void location_fn(struct location *location, void *context);
void locations_of(uint64_t address, uint64_t size, location_fn *each, void *context);

#endif
