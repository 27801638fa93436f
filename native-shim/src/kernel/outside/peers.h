/* Peers: commands of the check (`--peer`), such as the clients of a server, or a client's server, that each execution starts anew. They
 * run in real time, but the program never sees them at work: after each event of the program on descriptors, all that they can do without
 * it is done first. */
#ifndef HEDDLE_PEERS_H
#define HEDDLE_PEERS_H

#include <stdbool.h>

struct sockaddr;

/* Once, in the zygote, which serves a check at this socket: takes the commands from HEDDLE_PEERS, one a line. */
void peers_prepare(const char *socket_path);

/* Whether the check has peers; whether they have been started. */
bool peers_wanted(void);
bool peers_started(void);

/* Starts them one after the other, each when the one before can do no more; once. Whether it has. */
bool peers_start(void);

/* The socket is about to be connected, in this event: starts them before the first one by TCP, for one of them may be the server. */
void peers_serve(int socket, const struct sockaddr *to);

/* Waits until each has ended, or waits for something that is no time. */
void peers_await(void);

#endif
