/* Numbers of descriptors of regular files, devices and the like: who closes one, and who uses it meanwhile. */
#ifndef HEDDLE_NUMBERS_H
#define HEDDLE_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

void numbers_prepare(void); /* once, before the program begins */

/* The running thread has got this number by a call that made it; -1: it has got none. Returns it. */
int numbers_given(int number, uint64_t site);

/* The number stands for what may block, such as a pipe. Calls that use it are operations of their own, even once it is closed, until a file
 * gets the number. */
void numbers_given_to_blocking(int number);
bool numbers_are_of_blocking(int number);

/* A call that is no operation of its own uses such a number, or dup2 puts a file behind one, which is an operation. Once a use races with
 * that, each use is an operation, too, which `look` makes. */
void numbers_look_by(void (*look)(uint64_t site)); /* once, in the zygote */
void numbers_of_blocking_used(uint64_t site);
void numbers_of_blocking_replaced(uint64_t site); /* before it */

/* What a number stands for, or, if it is free now, what it stood for last: below NUMBERS, and the same in all executions, other than the
 * number, which depends on what other threads have closed by then; -1 if that is not known. */
enum { NUMBERS = 1024 };
int numbers_index(int number, bool is_free);

/* What has the number is used, or closed. No scheduling point. A number that is free is one that somebody else may have got. */
void numbers_used(int number, bool is_free, uint64_t site);
void numbers_closed(int number, bool is_free, uint64_t site);
void numbers_told_closed(int number); /* who else uses it is told in another way */
void numbers_all_closed(uint64_t site); /* who makes one meanwhile, or uses it, comes before or after that */

/* Whether a file had the number before, and was closed: who uses it may have meant that. */
bool numbers_were_of_files(int number);

/* Whether some thread closes a number that nothing orders before or after its use by another. Then the order of all calls that make, use
 * and close one matters: a number that is free is given again. */
bool numbers_are_contended(void);

#endif
