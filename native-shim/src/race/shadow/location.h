/* The clocks of atomic and visible memory. */
#ifndef HEDDLE_LOCATION_H
#define HEDDLE_LOCATION_H

#include <stdbool.h>
#include <stdint.h>

#define HEAD_OPEN UINT32_MAX /* of several additions that commute, whichever comes first; of marks, whichever comes last */

/* Bytes of one aligned word that have always been accessed together. */
struct location {
    struct location *next;
    uint32_t mask;
    uint32_t head;                   /* fiber index + 1 of who headed the release sequence last, or HEAD_OPEN */
    struct clock *reads, *writes;    /* HB_dep */
    struct clock *blind;             /* likewise, of additions and marks that commute */
    struct clock *released;          /* HB_C11: what a load that acquires takes over */
    struct clock *settled; /* likewise, without what additions that commute have passed on since the last other access */
    bool adding;     /* there have been such additions since; else `settled` means nothing */
    uint32_t marker; /* fiber index + 1 of whose marks came since the last other access, or HEAD_OPEN: of several threads */
};

typedef void location_fn(struct location *location, void *context);
void locations_of(uint64_t address, uint64_t size, location_fn *call, void *context);

#endif
