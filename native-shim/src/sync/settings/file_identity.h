/* As whom threads use files, and with which rights: see file_identity.c. */
#ifndef HEDDLE_FILE_IDENTITY_H
#define HEDDLE_FILE_IDENTITY_H

#include <linux/capability.h>
#include <stdbool.h>

struct fiber;

void file_identity_begin(const struct fiber *parent, const struct fiber *child);

/* capset(2) of the running thread, whose result it gives. False, and nothing is done, where it would give capabilities up for good: those are all
 * threads' here. */
bool file_identity_rights(const struct __user_cap_header_struct *header, const struct __user_cap_data_struct *wanted,
                          long *result);

#endif
