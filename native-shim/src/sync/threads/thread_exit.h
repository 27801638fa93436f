/* How a thread begins and ends. */
#ifndef HEDDLE_THREAD_EXIT_H
#define HEDDLE_THREAD_EXIT_H

/* What a new thread runs on its own stack, from its start routine to its end. */
void thread_entry(void);

void thread_exit_prepare(void); /* once, in the zygote: cancelled threads end so, too */

#endif
