/* Numbers of descriptors of regular files, devices and the like: who closes one, and who uses it meanwhile. */
#ifndef HEDDLE_NUMBERS_H
#define HEDDLE_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

void numbers_prepare(void); /* once, before the program begins */

/* The program compares numbers, computes with them or uses them as indices, so that it matters which one a call gives. */
void numbers_are_looked_at(void);

/* The running thread has got this number by a call that made it; -1: it has got none. Returns it. */
int numbers_given(int number, uint64_t site);

/* The number stands for what may block, such as a pipe. Calls that use it are operations of their own, even once it is closed, until a file
 * gets the number. */
void numbers_given_to_blocking(int number);
void numbers_taken_by_blocking(int number, uint64_t site); /* after the call that gave it, also to what had another one before */
bool numbers_are_of_blocking(int number);

/* A call uses such a number; or closes it, or puts something else behind it (`is_replaced`): that is an operation. Once a
 * call that is no operation of its own, as fcntl and getsockopt are not, races with the end of a number, each such use of it is one, too,
 * which `look` makes; likewise one that is, as read is, once it races with what puts something else there. Nothing for other numbers. */
void numbers_look_by(void (*look)(uint64_t site)); /* once, in the zygote */
void numbers_of_blocking_used(int number, bool is_operation, uint64_t site); /* at last before the call */
bool numbers_of_blocking_waited_for(int number, uint64_t site); /* by a call that may wait: whether it races with the end */
void numbers_of_blocking_ended(int number, bool is_replaced, uint64_t site); /* before the operation */
void numbers_of_blocking_given_again(int number, uint64_t site); /* after it: the number stands for another pipe or socket */

/* What a number stands for, or, if it is free now, what it stood for last: below NUMBERS, and the same in all executions, other than the
 * number, which depends on what other threads have closed by then; -1 if that is not known. */
enum { NUMBERS = 1024 };
int numbers_index(int number, bool is_free);

/* What has the number is used, or closed. No scheduling point. A number that is free is one that somebody else may have got. */
void numbers_used(int number, bool is_free, uint64_t site);
void numbers_closed(int number, bool is_free, uint64_t site);
void numbers_freed(int number, uint64_t site); /* before it is closed, whatever it stands for, if it does not block */
void numbers_told_closed(int number); /* who else uses it is told in another way */
void numbers_all_closed(uint64_t site); /* who makes one meanwhile, or uses it, comes before or after that */

/* Whether a file had the number before, and was closed: who uses it may have meant that. */
bool numbers_were_of_files(int number);

/* Whether some thread closes a number that nothing orders before or after its use by another. Of a program that looks at numbers also whether
 * one takes or frees a number that nothing orders before or after the call by which another gets one as high or higher. Then the order of all
 * calls that make, use and close one matters: a number that is free is given again. */
bool numbers_are_contended(void);

#endif
