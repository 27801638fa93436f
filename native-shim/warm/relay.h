/* While a JVM runs this process's command. */
#ifndef HEDDLE_WARM_RELAY_H
#define HEDDLE_WARM_RELAY_H

/* Sends on what signals come, and ends as the command does: with its exit code, or by its signal.
 *
 * connection: to the JVM, and to the server if that is still there
 * jvm: its process, as a descriptor (pidfd_open(2)) */
_Noreturn void relay(int connection, int jvm);

#endif
