/* Results of the runner that have not been sent yet. In memory that it shares with the zygote, which sends them if the runner is
 * killed. */
#ifndef HEDDLE_OUTBOX_H
#define HEDDLE_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/uio.h>

bool outbox_reserve(int server); /* once, in the zygote */

#define OUTBOX_ROOM (16u << 10) /* bytes: a socket takes that many, or none */

/* Each sends at once, or later together with others; false: the server is gone. */
bool outbox_put(const struct iovec *parts, int count, size_t length); /* a frame of so many bytes, header included */
bool outbox_write(struct iovec *parts, int count); /* at once, past what is there */
bool outbox_flush(void);                                              /* all that is there */

/* The same after the runner's death: nobody knows whether it had sent what is there, so the server is told that it may come again. */
bool outbox_flush_again(void);

#endif
