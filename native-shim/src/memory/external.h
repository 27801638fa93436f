/* Calls of code that is not instrumented, and what it keeps between calls. */
#ifndef HEDDLE_EXTERNAL_H
#define HEDDLE_EXTERNAL_H

#include <stdint.h>

#include "heddle_abi.h"

/* The hook: see enum heddle_effect. */
void external_call(const void *callee, int effect, int state, const struct heddle_site *site);

/* The program hands a function to the runtime, as the start of a thread. */
void external_start(const void *function, uint64_t site);

/* Once, in the zygote; with any function of the program itself. */
void external_begin(const void *some_function);

#endif
