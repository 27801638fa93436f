/* The socket to the server. */
#ifndef HEDDLE_CHANNEL_H
#define HEDDLE_CHANNEL_H

#include <stdbool.h>

struct iovec;

int channel_connect(const char *path); /* the descriptor; -1 and errno where it fails */

/* All of it; false where the other side has gone. */
bool channel_write(int fd, struct iovec *parts, int count);

#endif
