/* Judges histories by their specifications. */
#ifndef HEDDLE_JUDGE_H
#define HEDDLE_JUDGE_H

/* When the process is about to end: a note tells each object whose history its specification does not explain. */
void judge_histories(void);

/* No thread can go on: the execution ends as a deadlock. Calls that may wait (heddle_operation_waits()) and do so are told by notes, and
 * those among them which no order of the calls that have ended lets wait, as far as there are specifications. */
_Noreturn void end_stuck(void);

#endif
