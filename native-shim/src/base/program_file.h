/* The file of the program. The kernel knows another one where heddle-steady has started it (native-shim/steady). */
#ifndef HEDDLE_PROGRAM_FILE_H
#define HEDDLE_PROGRAM_FILE_H

#include <stdbool.h>

/* Its path; empty if it is not known. */
const char *program_file(void);

/* What executes the process anew, as it was started: a path, and what comes before the arguments, which are the program's name first. */
struct program_start {
    const char *path;
    const char *before[2];
    int before_count;
};
bool program_start(struct program_start *start);

#endif
