/* What two commands have to have in common for one JVM to serve both. */
#ifndef HEDDLE_WARM_KEY_H
#define HEDDLE_WARM_KEY_H

#include <stdbool.h>
#include <stdint.h>

/* A number for the command that starts the JVM and the files that it names, and for what of a process a JVM cannot change once it
 * runs: its user, limits, cores, ignored signals, namespaces, language and time zone. False if the environment has options
 * for JVMs, each of which is to obey them.
 *
 * command: the words up to the main class, ended by NULL */
bool key_of(char *const *command, uint64_t *key);

#endif
