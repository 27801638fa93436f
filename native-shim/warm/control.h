/* heddle server --start, --status and --stop. */
#ifndef HEDDLE_WARM_CONTROL_H
#define HEDDLE_WARM_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the arguments are one of these three commands. */
bool control_is_meant(char *const *arguments);

/* Does it, and returns the exit code: 0; 2 if it cannot be done; 3 if --status finds none.
 *
 * key: of the server for commands that start by `java`; NULL if there can be none */
int control_run(const char *action, const uint64_t *key, char *const *java);

#endif
