/* Regular files as objects: the order of calls that change or look at one is explored. */
#ifndef HEDDLE_FILES_H
#define HEDDLE_FILES_H

#include <stdbool.h>
#include <stdint.h>

/* Once, in the zygote. */
void files_begin(void);

/* A call, in the terms of enum heddle_library; false if that is not about files. */
bool files_called(int function, const void *a, const void *b, uint64_t size, uint64_t site);

#endif
