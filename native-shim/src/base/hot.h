/* What nearly every execution writes lies together, apart from everything else, so that a child dirties few pages: each costs
 * about as much as twenty visible operations. */
#ifndef HEDDLE_HOT_H
#define HEDDLE_HOT_H

#define HOT __attribute__((section(".hot")))

#endif
