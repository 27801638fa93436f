/* SIGPIPE, which writing raises where nobody can read any more. Where that is more than the end of the first process, the runtime keeps the
 * kernel's signal back during the call, and sends it in the model behind it: the program has a handler for it, or the thread blocks it, or
 * another process would end. */
#ifndef HEDDLE_BROKEN_PIPE_H
#define HEDDLE_BROKEN_PIPE_H

#include <stdbool.h>
#include <stdint.h>

/* Whether it has to be kept back for the running thread. It is then no matter of a channel alone: others may see it. */
bool broken_pipe_is_told(void);

/* Before and after the real call, in its event; behind kernel_settle. May not return: the signal may end the process. `failed`: with EPIPE. */
void broken_pipe_begin(void);
void broken_pipe_end(bool failed, uint64_t site);

#endif
