/* What is known of pending signals, for handlers with SA_SIGINFO and for waits. Whose they are, `target` tells: a thread (struct fiber), or
 * what is pending for a process (signals_of_process). */
#ifndef HEDDLE_SIGNAL_INFO_H
#define HEDDLE_SIGNAL_INFO_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* Of a signal that this process sends itself, with that si_code. */
siginfo_t signal_info(int number, int code);

/* Puts a signal behind those that are pending for the target. One that is pending already and not a real-time
 * signal stays as it is. False: it was so; a timer then counts an overrun. */
bool signal_info_put(const void *target, const siginfo_t *info);

/* Takes the first one with that number; false if there is none. */
bool signal_info_take(const void *target, int number, siginfo_t *out);

/* Those that are pending for the target, one after the other, in the order in which they came: `at` is 0 at first.
 * NULL: there are no more. */
const siginfo_t *signal_info_next(const void *target, uint32_t *at);

/* Whether one with that number is left. */
bool signal_info_left(const void *target, int number);

/* Those of the set that are pending for one target become pending for another one. */
void signal_info_assign(const void *from, const void *to, uint64_t set);

#endif
