/* Nice values: see nice.c. */
#ifndef HEDDLE_NICE_H
#define HEDDLE_NICE_H

struct fiber;

/* The new thread has that of the one that has created it. */
void nice_begin(const struct fiber *parent, const struct fiber *child);

#endif
