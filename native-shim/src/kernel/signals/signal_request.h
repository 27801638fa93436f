/* A signal from outside, such as the one that asks a server to stop (`heddle check --send`). */
#ifndef HEDDLE_SIGNAL_REQUEST_H
#define HEDDLE_SIGNAL_REQUEST_H

#include <stdbool.h>

/* Whether the plan has one (rt.requested_signal). */
bool signal_is_requested(void);

void signal_request_prepare(void);

#endif
