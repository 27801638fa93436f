/* The JVMs of a server: each runs one command at a time. */
#ifndef HEDDLE_WARM_SPARE_H
#define HEDDLE_WARM_SPARE_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

enum { MOST_SPARES = 32 };

enum spare_state { ABSENT, WARMING, IDLE, BUSY, LEAVING };

struct spare {
    enum spare_state state;
    pid_t process;
    int control; /* a message from it: it is ready; closed by the server: it is to end */
    int client;  /* while it is busy: told how it ended, if it does */
};

/* Starts a JVM by this command, with the signals blocked that were so for the server's own start. */
bool spare_start(struct spare *spare, char *const *command, const sigset_t *blocked);

/* Gives a client to an idle one, which may have gone. */
bool spare_give(struct spare *spare, int client);

/* It has sent something, or hung up. */
void spare_hear(struct spare *spare);

/* It has ended, with this wait status. */
void spare_end(struct spare *spare, int status);

/* Lets it end: at once where it is idle, else after its command. */
void spare_dismiss(struct spare *spare);

#endif
