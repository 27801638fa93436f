/* Settings of descriptors; see settings.c. */
#ifndef HEDDLE_SETTINGS_H
#define HEDDLE_SETTINGS_H

#include "kernel/readiness/slots.h"
#include "memory/numbers.h"

void settings_prepare(void); /* once, before the program begins */

/* What a descriptor has by itself is told by this, below SETTINGS: the number may be another one in another execution. */
enum { SETTINGS = SLOTS + 64 + NUMBERS };
unsigned settings_index(int descriptor);

#endif
