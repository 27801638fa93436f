/* Names of shared memory and of message queues (shm_open, mq_open), and keys of System V, are the machine's. Executions must not
 * meet in them, be it at one time or one after the other. So each name of the program stands for one of its zygote, which runs one
 * execution at a time, and removes what that has left. */
#ifndef HEDDLE_OWN_NAMES_H
#define HEDDLE_OWN_NAMES_H

/* Once, in the zygote of this process; after peers_prepare. Removes what zygotes have left that were killed. */
void own_names_prepare(void);

/* The process of the zygote whose own they are; 0: they are the machine's. */
unsigned own_names_zygote(void);

/* By the zygote, after an execution: removes what has a name that it has used. */
void own_names_clean_up(void);

#endif
