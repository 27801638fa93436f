/* Threads that wait for plain memory to change: `while (!done) ;`. Where plain accesses are invisible, nobody else would ever
 * run, so what such a thread waits for has to become visible. The zygote wakes the suspicion when there has been no visible
 * operation for a while; the thread is then watched. It waits if it changes nothing, or accesses the same few places over and over: for
 * those of them that it does not write. If the execution is to be killed soon, it waits for what it reads most often and does not
 * write, whatever else it does. */
#ifndef HEDDLE_PLAIN_WAIT_H
#define HEDDLE_PLAIN_WAIT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct fiber;

#define PLAIN_WAIT_MILLIS 150

void plain_wait_reserve(void);      /* once, in the zygote */
void plain_wait_suspect(pid_t child); /* in the zygote */
void plain_wait_insist(pid_t child);  /* likewise, once */

/* The running thread has come round a loop in which it looks at something by visible operations, reads other memory besides, and changes
 * nothing. What it reads besides becomes visible as well, so that the loop can be told from others. Does not return once that is known. */
void plain_wait_round(const struct fiber *fiber);

/* The running thread makes a plain, invisible access. Does not return if it waits. */
void plain_wait_at(uint64_t address, uint64_t size, bool writes);

#endif
