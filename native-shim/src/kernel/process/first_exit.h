/* Which of several calls of exit is the first: libc gives it the handlers. That is a matter of events. The handlers are no lock: nobody
 * gives them back, and they protect nothing. */
#ifndef HEDDLE_FIRST_EXIT_H
#define HEDDLE_FIRST_EXIT_H

#include <stdbool.h>
#include <stdint.h>

/* Once, before the program begins. */
void first_exit_prepare(void);

/* Whether this exit is the first; false if another thread's was. `site` is where it was called. */
bool first_exit_takes_handlers(uint64_t site);

#endif
