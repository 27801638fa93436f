#ifndef HEDDLE_PROCESS_ENDS_H
#define HEDDLE_PROCESS_ENDS_H

/* What waits and ends of processes are, besides THREAD_JOIN and THREAD_EXIT. */
enum process_ends {
    ENDS_ALONE, /* nothing */
    ENDS_COUNTED, /* somebody waits for whichever child ends first: each end changes a variable */
    ENDS_TOLD, /* SIGCHLD tells of them, so the kernel keeps them */
    ENDS_TOLD_TO_ALL /* and children may hear of their parent's, by a signal or by getppid */
};

extern enum process_ends process_ends; /* constant in an execution */

#endif
