/* Atomic sections: what a thread does from heddle_atomic_begin() to heddle_atomic_end() is one step.
 *
 * The section's begin is one event that is dependent with all that sections may do (meets_sections in dependence.h); whatever the section
 * then does counts as done with it, and nobody else runs before its end. So a section neither waits nor ends, starts to join, signals or
 * detaches threads: where the program does so, the check ends and names the call (check_in_section). Two sections do not race with each
 * other. */
#ifndef HEDDLE_SECTION_H
#define HEDDLE_SECTION_H

#include <stdint.h>

void section_begin(uint64_t site); /* sections nest: the outermost counts */
void section_end(uint64_t site);

/* The same of a call that is executed in one go: what it is a call of, and what its begin and its end say; see calls.h. */
void section_begin_as(uint64_t object, uint64_t said, uint64_t site);
void section_end_as(uint64_t object, uint64_t said, uint64_t site);

#endif
