#ifndef HEDDLE_OTHER_PROCESSES_H
#define HEDDLE_OTHER_PROCESSES_H

/* Nobody is enabled, and there are processes that nobody controls (rt.processes): notes what they may end. */
void other_processes_watch_blocked(void);

#endif
