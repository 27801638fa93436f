/* libc's own functions, behind the interposed ones. */
#ifndef HEDDLE_REAL_H
#define HEDDLE_REAL_H

#define REAL(name) ((__typeof__(&name))real_function(#name))

/* Ends the process where libc does not have it. */
void *real_function(const char *name);

#endif
