/* Requests for asynchronous input and output. Those of one descriptor are carried out one after the other, as glibc does: by a thread of the
 * runtime's own, which does for each what read and write do, and then tells of it. So all of it may happen at any time between the call
 * and its completion, and what the thread does to the buffer races with what the program does to it meanwhile. */
#ifndef HEDDLE_AIO_REQUESTS_H
#define HEDDLE_AIO_REQUESTS_H

#include <aio.h>
#include <stdbool.h>
#include <stdint.h>

struct request;
struct request_group;

void requests_prepare(void); /* once, in the zygote, behind timers_prepare */

/* Hands over what the block asks for, LIO_READ, LIO_WRITE or an O_SYNC or O_DSYNC of aio_fsync; a visible operation. `group`: what it belongs
 * to, or NULL. NULL, with errno: it asks for what cannot be. */
struct request *requests_submit(struct aiocb *block, int operation, struct request_group *group, uint64_t site);
enum { REQUEST_SYNC = 64 }; /* an operation: of all data that has been written */

/* How the latest request of the block stands: EINPROGRESS, or the error, 0 if there was none. A visible operation. */
int requests_error(const struct aiocb *block, uint64_t site);

/* The latest request of the block that goes on; NULL: there is none. It is kept until the other call, whatever becomes of it. */
struct request *requests_keep(const struct aiocb *block);
struct request *requests_kept(struct request *request); /* the same of one that has just been handed over, or NULL; returns it */
void requests_let_go(struct request *request);
bool requests_has_failed(const struct request *request);

/* Takes back what has not been begun of the descriptor, or of the block unless it is NULL: what aio_cancel returns. A visible operation. */
int requests_cancel(int descriptor, const struct aiocb *block, uint64_t site);

/* A group that is told of when `count` requests have been carried out; at once if that is 0. */
struct request_group *requests_group(int count, const struct sigevent *event, uint64_t site);
void requests_group_without(struct request_group *group, uint64_t site); /* one fewer, which could not be handed over */

#endif
