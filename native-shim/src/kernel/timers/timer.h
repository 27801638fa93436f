/* Timers in virtual time. Each that is armed for the first time gets a thread of the runtime's own, which waits for it and then sends its
 * signal, or runs its function; so an expiry is an event like any other. By default it comes when nothing else can happen; with
 * timeouts at any moment, at any moment. */
#ifndef HEDDLE_TIMER_H
#define HEDDLE_TIMER_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct fiber;
struct timer;

/* Once, in the zygote: whether the program refers to functions that arm timers; and what makes their threads (thread.h). */
typedef struct fiber *make_thread_fn(void *(*start)(void *), void *argument, const char *name, uint64_t site);
void timers_prepare(make_thread_fn *make_thread);

/* Whether the program refers to functions that arm timers. */
bool timers_may_be_used(void);

/* A thread of the runtime's own. */
make_thread_fn timers_make_thread;

/* ---- for the functions that arm them ---- */

/* A new timer by that clock, which notifies so and whose signals have that si_code; a visible operation. NULL: too many. */
struct timer *timer_make(clockid_t clock, const struct sigevent *event, int code, uint64_t site);
struct timer *timer_of_interval(int which); /* of setitimer: ITIMER_REAL and so on */

/* A visible operation. Which timers there are, and how they are set, is asked behind it, before the next one. */
void timer_look(uint64_t site);

/* The running process ends, and its timers with it; a visible operation if it has any. False if one of them calls a function at this moment. */
bool timers_process_ends(uint64_t site);

void timer_end(struct timer *timer, uint64_t site); /* behind timer_look: it is there no more */
struct itimerspec timer_setting(const struct timer *timer); /* how long it still takes, and its interval */

/* Behind timer_look: arms or disarms the timer, and stores what was set before unless `before` is NULL. Then makes its thread, if it
 * has none. */
void timer_arm(struct timer *timer, bool absolute, const struct itimerspec *setting, struct itimerspec *before, uint64_t site);
bool timer_valid(const struct itimerspec *setting);

/* ---- for time ---- */
/* So many nanoseconds will have passed for the current thread since time.slept_from: timers that expire before that do so first. Whether a
 * handler has run meanwhile. */
bool timers_pass(uint64_t nanoseconds, uint64_t site);

#endif
