/* Calls of an object under test, which the test's author marks: HEDDLE_OP() and its kin of heddle.h.
 *
 * The begin of a call is an INVOCATION, its end a RESPONSE (Herlihy, Wing, "Linearizability: A Correctness Condition for Concurrent
 * Objects", TOPLAS 1990, section 2). What they say goes into their argument as a hash, and into a note as text, once for each text. The end
 * of a call and the begin of another thread's are dependent, so an execution has one order of calls that do not overlap.
 *
 * A plan may ask for calls that are executed in one go (HEDDLE_PLAN_SERIAL): each is an atomic section then, which says the same. What its
 * call shows cannot be had so, the execution is dropped. */
#ifndef HEDDLE_CALLS_H
#define HEDDLE_CALLS_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* The format is that of printf. `object` may be NULL: all calls without one are of one object. */
void call_begin(const volatile void *object, uint64_t site, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));
void call_end(uint64_t site, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));

/* The same with these bytes as the result, which are shown in hexadecimal. */
void call_end_with(uint64_t site, const void *bytes, size_t size);

/* The running call may wait for good where it does so in one go as well; see judge.h. */
void call_may_wait(uint64_t site);

#endif
