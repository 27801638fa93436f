/* What the program may call. */
#ifndef HEDDLE_SYMBOLS_H
#define HEDDLE_SYMBOLS_H

#include <stdbool.h>

/* Whether some loaded module, but for libstdc++, refers to one of these functions; the list ends with NULL. */
bool symbols_are_referred_to(const char *const *names);

/* The first of them that one refers to; NULL: none does. */
const char *symbols_first_referred_to(const char *const *names);

#endif
