/* Calls whose results nobody controls: numbers of processes, the order in which a folder is read, what files hold. Where the plan asks for
 * it (HEDDLE_PLAN_SOURCES), a note tells of each, with its result, so that the first one is found that is not the same in another run. Only
 * calls from instrumented code are told of. */
#ifndef HEDDLE_SOURCES_H
#define HEDDLE_SOURCES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The function has got these bytes, at `site`. */
void source_read(const char *function, const void *bytes, size_t length, uint64_t site);

/* What getppid tells in a process that was forked, at `site`. */
extern pid_t (*source_parent)(uint64_t site);

#endif
