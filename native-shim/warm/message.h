/* Messages with descriptors (unix(7)). */
#ifndef HEDDLE_WARM_MESSAGE_H
#define HEDDLE_WARM_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

enum { MOST_DESCRIPTORS = 8 };

/* Sends a message of that many bytes, without waiting and without SIGPIPE; false if it cannot. */
bool message_send(int socket, const void *bytes, size_t length, const int *descriptors, int count);

/* Receives a message of exactly this form; waits for it. The descriptors are closed on exec. 1: it is there; 0: the other end has
 * hung up, or sent something else, of which nothing stays open; -1: an error, in errno. */
int message_receive(int socket, void *bytes, size_t length, int *descriptors, int count);

/* Whether the socket has something to read, or its other end has hung up, before the time by CLOCK_MONOTONIC, in milliseconds. */
bool message_awaits(int socket, long deadline);

/* CLOCK_MONOTONIC in milliseconds. */
long milliseconds(void);

/* Whether the process at the other end is this user's. */
bool message_is_ours(int socket);

#endif
