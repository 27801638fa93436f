#ifndef HEDDLE_KEYS_H
#define HEDDLE_KEYS_H

#include <stdint.h>

void keys_prepare(void); /* once, in the zygote */

/* Runs the destructors of the current thread's keys, in POSIX's rounds. */
void keys_run_destructors(void);

void keys_inherit(uint32_t process); /* which the running one forks: it has the same keys */

#endif
