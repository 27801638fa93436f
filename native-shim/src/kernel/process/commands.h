/* Commands: programs that the program has executed by another process. Where they share nothing with it but files, they run to their end at once. */
#ifndef HEDDLE_COMMANDS_H
#define HEDDLE_COMMANDS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

void commands_prepare(void); /* once, in the zygote */

/* Whether commands that are executed now run at once. */
bool commands_run_at_once(void);

/* Processes are about to be made that the zygote has to end with the execution. */
void commands_are_made(void);

/* Around a command that runs at once; `call` executes it. What others do comes before or after it. */
void commands_begin(const char *call, uint64_t site);
void commands_end(uint64_t site);

#endif
