/* Alternate stacks of threads, on which the handlers run that were installed so (SA_ONSTACK). */
#ifndef HEDDLE_SIGNAL_STACK_H
#define HEDDLE_SIGNAL_STACK_H

#include <signal.h>

/* Calls the handler, on the current thread's alternate stack if it asks for that. */
void signal_stack_call(const struct sigaction *action, int number, siginfo_t *info, void *context);

#endif
