#ifndef HEDDLE_KEYS_H
#define HEDDLE_KEYS_H

void keys_prepare(void); /* once, in the zygote */

/* Runs the destructors of the current thread's keys, in POSIX's rounds. */
void keys_run_destructors(void);

#endif
