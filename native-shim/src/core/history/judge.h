/* Judges histories by their specifications. */
#ifndef HEDDLE_JUDGE_H
#define HEDDLE_JUDGE_H

#include <stdint.h>

/* Calls that come from now on are judged by themselves, from the first state of their objects on. No other thread runs. */
void history_reset(uint64_t site);

/* When the process is about to end: a note tells each object whose history its specification does not explain. */
void judge_histories(void);

/* No thread can go on: the execution ends as a deadlock. Calls that may wait (heddle_operation_waits()) and do so are told by notes, and
 * those among them which no order of the calls that have ended lets wait, as far as there are specifications. */
_Noreturn void end_stuck(void);

#endif
