/* As whom threads use files: see file_identity.c. */
#ifndef HEDDLE_FILE_IDENTITY_H
#define HEDDLE_FILE_IDENTITY_H

struct fiber;

void file_identity_begin(const struct fiber *parent, const struct fiber *child);

#endif
