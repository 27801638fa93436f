/* What the kernel tells of a process in /proc. */
#ifndef HEDDLE_PROCESS_STATE_H
#define HEDDLE_PROCESS_STATE_H

#include <stdbool.h>
#include <sys/types.h>

struct process_state {
    char state; /* a letter, see proc(5) */
    pid_t parent;
    unsigned flags;     /* PF_… of the kernel */
    unsigned long busy; /* hundredths of a second that it has computed */
};

/* Returns false where it cannot be told, as of one that is not there. */
bool process_state(pid_t process, struct process_state *out);

/* The process that a descriptor stands for, as pidfd_open makes them; 0 where it stands for none. */
pid_t process_of_descriptor(int descriptor);

#endif
