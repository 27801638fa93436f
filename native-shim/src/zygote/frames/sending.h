/* Frames to the server. */
#ifndef HEDDLE_SENDING_H
#define HEDDLE_SENDING_H

#include <stdbool.h>
#include <sys/uio.h>

#include "base/wire.h"

void sending_prepare(int server); /* once, in the zygote */

/* parts[0] is the header's. False: the server is gone. */
bool send_frame(enum heddle_frame_type type, struct iovec *parts, int count);

/* From now on small frames may wait for others (outbox.h), and the flag is true as long as a part of a frame may have been sent. */
void sending_tell_half_sent(bool *flag);

/* What the server sent is wrong, or cannot be done: tells it so, and ends the process. */
_Noreturn void refuse(const char *text);

#endif
