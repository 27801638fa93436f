/* Judges histories by their specifications. */
#ifndef HEDDLE_JUDGE_H
#define HEDDLE_JUDGE_H

/* When the process is about to end: a note tells each object whose history its specification does not explain. */
void judge_histories(void);

#endif
