#ifndef HEDDLE_POPEN_H
#define HEDDLE_POPEN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Before pclose: where the stream is one of a command that runs at once, has it run, if it is still to, and tells its status. False: it is
 * another one, which is libc's. */
bool popen_finish(FILE *file, int *status, uint64_t site);

#endif
