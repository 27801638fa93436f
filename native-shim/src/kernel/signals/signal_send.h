/* Sending signals. */
#ifndef HEDDLE_SIGNAL_SEND_H
#define HEDDLE_SIGNAL_SEND_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct fiber;

int signals_send_to_process(const siginfo_t *info, uint64_t site); /* a visible operation; 0 or the error */

/* ---- within an event that sends ---- */

/* Sends each process the signal that `signal_for` tells for its number, 0: none; ends the event, and has them handled. */
void signals_finish_among(int (*signal_for)(uint32_t number), uint64_t site);

bool signals_kill(uint32_t process, int number); /* it would, if it were sent to that process now */
int signals_arrive(struct fiber *target,
                   const siginfo_t *info); /* at a thread that does not block it or that it has been sent to */
int signals_arrive_at_process(uint32_t process, const siginfo_t *info,
                              struct fiber **target); /* at whom it then goes to, NULL if all block it */
void signals_finish(struct fiber *target, int number, uint64_t site); /* ends the event, and has the signal handled */

#endif
