/* Workers of one check execute at the same time, in one file system. Where executions of the program change files, others would find the
 * changes: each of them runs alone then. */
#ifndef HEDDLE_ALONE_H
#define HEDDLE_ALONE_H

#include <stdbool.h>

/* Once, in the zygote: the folder of the socket lies in one that all workers of the check have. */
void alone_prepare(const char *socket_path);

/* Before an execution, or several in a row, and after what verifies them. Waits for executions of other workers, if this one or one of
 * them changes files (rt.program.changes_files). */
void alone_begin(void);
void alone_end(void);

/* Gives the lock back, if this process has it, while it waits for the server, which may wait for another worker first; whether it had it. */
bool alone_pause(void);

#endif
