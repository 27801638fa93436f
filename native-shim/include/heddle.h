/* For authors of tests: what a program may say to Heddle. Include it with <heddle.h>; `heddle cc` and `heddle check`
 * find it by themselves and link what it needs. A program that uses it also runs on its own.
 *
 * The functions that verification tools share (__VERIFIER_nondet_int(), __VERIFIER_assume(),
 * __VERIFIER_atomic_begin(), reach_error() and their kin) are there as well; a program's own definitions win.
 */
#ifndef HEDDLE_H
#define HEDDLE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One of 0 … alternatives-1. Under Heddle every one is explored; on its own the program gets 0. */
uint32_t heddle_choose(uint32_t alternatives);

/* Only what fulfils the condition is of interest: otherwise Heddle drops this execution. On its own the program then
 * flushes its output and ends with status 0, as nothing was found. */
void heddle_assume(int condition);

/* What runs between the two is one step: no other thread comes in between. They do not nest. On its own the program
 * gets no protection: use them for the checking itself, not for what is checked. */
void heddle_atomic_begin(void);
void heddle_atomic_end(void);

/* Data races on these bytes are meant to be, from now on, and not reported; what they lead to is still explored. */
void heddle_benign_race(const volatile void *address, size_t size);

/* Reports a failed assertion; what heddle_assert calls. On its own the program prints a message and aborts. */
void heddle_fail(const char *expression, const char *file, int line, const char *function);

/* As assert(), but also there when NDEBUG is defined. */
#define heddle_assert(condition)                                                                                       \
    ((condition) ? (void)0 : heddle_fail(#condition, __FILE__, __LINE__, __func__))

#ifdef __cplusplus
}
#endif

#endif
