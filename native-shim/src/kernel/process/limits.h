/* Limits of the process: see limits.c. */
#ifndef HEDDLE_LIMITS_H
#define HEDDLE_LIMITS_H

void limits_prepare(void); /* once, in the zygote, before the program begins */

#endif
