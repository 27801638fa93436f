/* Calls of code that is not instrumented, and what it keeps between calls. */
#ifndef HEDDLE_EXTERNAL_H
#define HEDDLE_EXTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "heddle_abi.h"

/* The hook: see enum heddle_effect. */
void external_call(const void *callee, int effect, int state, const struct heddle_site *site);

/* A call looks at a state of the library, or changes it, in a way that it protects itself. */
void external_state(int state, bool changes, uint64_t site);

/* A call comes to what the limits of the process allow, where the program may change them. */
void external_limits(uint64_t site);

/* What stands for names of files where numbers of descriptors are contended. */
void external_names_are(uint64_t *state);

/* The program hands a function to the runtime, as the start of a thread. */
void external_start(const void *function, uint64_t site);

/* Whether a function is instrumented. */
bool external_is_seen(const void *callee);

/* Once, in the zygote; with any function of the program itself. */
void external_begin(const void *some_function);

/* Once, in the zygote, when all modules are loaded. */
void external_prepare(void);

#endif
