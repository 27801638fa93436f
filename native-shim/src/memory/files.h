/* Regular files and streams as objects: the order of calls that change or look at one is explored. */
#ifndef HEDDLE_FILES_H
#define HEDDLE_FILES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "heddle_abi.h"

/* Once, in the zygote. */
void files_begin(void);
void files_prepare(void); /* once the program is there */

/* Before an execution in a sandbox: what was said of its files holds no more; and this one is there now. `place` is a number of its
 * path, which is the same in all executions. */
struct statx;
void files_forget_there(void);
void files_there(const struct statx *status, uint64_t place);

/* A function of stdio that takes the lock of the stream does this to it; NULL: to all. */
void files_stream(const FILE *stream, enum heddle_stream_use how, uint64_t site);

/* The running thread has made the file with this descriptor; it has not been anyone's before. */
void files_made(int descriptor);

/* Before a call that closes the descriptor, or changes or looks at its flags; unless it is one of a pipe, socket or the like. And before one
 * that makes a descriptor. */
void files_number(int descriptor, bool closes, uint64_t site);
void files_new_number(uint64_t site);
/* Before a call that changes, or looks at, what all descriptors of one open file share: whether it appends, for one. Only of files. */
void files_flags(int descriptor, bool changes, uint64_t site);
bool files_is_free(int descriptor); /* it stands for nothing */

/* Before a file of this name is opened with these flags: where that may change it, the execution has to be alone. */
void files_opens(const char *name, int flags);

/* Whether there is a regular file of this name. */
bool files_has(const char *name);

/* A call, in the terms of enum heddle_library; false if that is not about files. */
bool files_called(int function, const void *a, const void *b, uint64_t size, uint64_t site);

#endif
