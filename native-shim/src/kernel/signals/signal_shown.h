/* Signals for what the kernel itself shows them in: descriptors of signalfd, and epoll sets that contain one. Which signals are pending
 * is kept here for each thread (signal_pending.h), so the kernel knows of none. While it is asked, those of one thread are pending there. */
#ifndef HEDDLE_SIGNAL_SHOWN_H
#define HEDDLE_SIGNAL_SHOWN_H

#include <stdbool.h>
#include <stdint.h>

struct fiber;

/* Between signals_show and signals_hide, which leave errno alone. */
struct shown {
    uint64_t set; /* that are pending in the kernel now */
    uint64_t before; /* what the kernel thread blocked */
};

/* What is pending for the thread, and for the process, is pending in the kernel until signals_hide. */
void signals_show(const struct fiber *fiber, struct shown *shown);

/* The end of that. `taken`: what has been read meanwhile was the current thread's, and is pending no more. */
void signals_hide(const struct shown *shown, bool taken);

void signals_shown_prepare(void); /* once, in the zygote: whoever waits for a descriptor sees them */

#endif
