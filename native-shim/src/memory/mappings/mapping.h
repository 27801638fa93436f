#ifndef HEDDLE_MAPPING_H
#define HEDDLE_MAPPING_H

#include <stdbool.h>
#include <stdint.h>

void mapping_prepare(void); /* once the program is there */

/* Before a call that fails where the page is not mapped, or may not be accessed so. */
void mapping_looked_at(const void *address, uint64_t site);

/* The same of a call that hands the address to the kernel, which may read or write there; most lie where no mapping of the program is. */
void mapping_handed_over(const void *address, uint64_t site);

/* Whether other processes may have the memory at this address mapped, too. */
bool mapping_is_shared(uint64_t address);

/* Whether the program has mapped a file so that others who map it find its changes. */
bool mapping_of_file_is_shared(void);

#endif
