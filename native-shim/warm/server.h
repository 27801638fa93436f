/* The server: keeps JVMs that are ready for a command, and gives each command to one of them. */
#ifndef HEDDLE_WARM_SERVER_H
#define HEDDLE_WARM_SERVER_H

#include <stdint.h>
#include <sys/types.h>

enum { SERVER_IDLE_SECONDS = 600 };

/* What a server writes into its lock. */
struct server_state {
    pid_t server;
    int idle; /* JVMs that wait for a command */
    int busy;
};

/* Makes a process of its own that serves, for commands that start by `java`, up to the main class. It leaves when it has had no command
 * for HEDDLE_SERVER_IDLE seconds (SERVER_IDLE_SECONDS if that is not set). */
void server_spawn(uint64_t key, char *const *java);

#endif
