/* How a thread begins and ends. */
#ifndef HEDDLE_THREAD_EXIT_H
#define HEDDLE_THREAD_EXIT_H

/* What a new thread runs on its own stack, from its start routine to its end. */
void thread_entry(void);

#endif
