/* What makes a system call of an execution, or refuses it; runner_calls.c has the table of them. */
#ifndef HEDDLE_RUNNER_CALL_H
#define HEDDLE_RUNNER_CALL_H

#include <stdint.h>

/* Makes the call, or leaves the execution. Returns what the kernel does: −errno where it fails. */
typedef long call_fn(long number, const long arguments[6]);

/* The call has effects that the next execution would notice: this one is run again in a fork. */
_Noreturn void calls_refuse(long number);

/* Makes a call that tells the process from others, or that changes files, which executions that begin behind it would not find so again: there
 * is no checkpoint behind it. */
call_fn calls_unique;

/* Makes a call that fills memory of the program's; `to` may be 0. */
long calls_fill(long number, const long arguments[6], long to, uint64_t bytes);

#endif
