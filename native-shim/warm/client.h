/* The client: has a JVM that is warm run a command, as if the command ran here. */
#ifndef HEDDLE_WARM_CLIENT_H
#define HEDDLE_WARM_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

enum { HAND_OVER_TIME = 200 }; /* milliseconds: so long at most until a JVM has the command */

/* Whether this is a command for which a server is worth its start. */
bool client_is_check(char *const *arguments);

/* Whether this command may run in another process than the one that was started for it. */
bool client_may_hand_over(char *const *arguments);

/* Runs the command and ends as it does. Returns if nobody has taken it: whether there is a server. */
bool client_run(uint64_t key, char *const *arguments);

#endif
