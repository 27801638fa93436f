/* The clocks of atomic and visible memory. */
#ifndef HEDDLE_LOCATION_H
#define HEDDLE_LOCATION_H

#include <stdbool.h>
#include <stdint.h>

#define HEAD_OPEN UINT32_MAX /* one of several additions that commute, whichever comes first */

/* Bytes of one aligned word that have always been accessed together. */
struct location {
    struct location *next;
    uint32_t mask;
    uint32_t head;                   /* fiber index + 1 of who headed the release sequence last, or HEAD_OPEN */
    struct clock *reads, *writes;    /* HB_dep */
    struct clock *additions;         /* likewise, of those that commute */
    struct clock *released;          /* HB_C11: what a load that acquires takes over */
    struct clock *settled; /* likewise, without what additions that commute have passed on since the last other access */
    bool adding; /* there have been such additions since; else `settled` means nothing */
};

typedef void location_fn(struct location *location, void *context);
void locations_of(uint64_t address, uint64_t size, location_fn *each, void *context);

#endif
