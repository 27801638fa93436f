/* What other processes may do, in real time, for threads that wait. */
#ifndef HEDDLE_OUTSIDE_WAIT_H
#define HEDDLE_OUTSIDE_WAIT_H

/* Once, in the zygote: says how to wait for them when nobody is enabled (`outside`). */
void outside_wait_prepare(void);

#endif
