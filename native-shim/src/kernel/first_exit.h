/* Which of several calls of exit is the first: libc gives it the handlers. That is a matter of events. The handlers are no lock: nobody
 * gives them back, and they protect nothing. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

void first_exit_prepare(void);

/* Whether this exit is the first; false if another thread's was. `site` is where it was called. */
bool takes_exit_handlers(uint64_t site);
