/* A signal from outside, such as the one that asks a server to stop (`heddle check --send`). */
#ifndef HEDDLE_SIGNAL_REQUEST_H
#define HEDDLE_SIGNAL_REQUEST_H

void signal_request_prepare(void); /* once, in the zygote; whether the plan has one tells rt.asked.signal */

#endif
