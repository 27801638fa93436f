/* How a program is told that what it has asked for has happened (sigevent(3type)). */
#ifndef HEDDLE_NOTIFICATION_H
#define HEDDLE_NOTIFICATION_H

#include <signal.h>
#include <stdint.h>

/* Tells: sends the signal, which has that si_code, or makes a thread that calls the function. Visible operations, unless it is nothing. */
void notification_send(const struct sigevent *event, int code, uint64_t site);

#endif
