/* Files that were open when a checkpoint was taken. Processes share an open file, so its offset is put back; a number that an execution
 * has closed is opened again. */
#ifndef HEDDLE_BASE_FILES_H
#define HEDDLE_BASE_FILES_H

#include <stdbool.h>

/* Whether all that the execution under way has opened can be put back: regular files. They are for reading: see calls_unique. */
bool base_files_allow(void);

bool base_files_take(void); /* in the process that begins here; false: there are no numbers left */
void base_files_put_back(void);

/* An execution closes this number. Whether it is one of them, and still open. */
bool base_files_close(long file);

#endif
