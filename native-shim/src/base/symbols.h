/* What the program may call. */
#ifndef HEDDLE_SYMBOLS_H
#define HEDDLE_SYMBOLS_H

#include <stdbool.h>

/* Whether some loaded module, but for libstdc++, refers to one of these functions; the list ends with NULL. */
bool symbols_are_referred_to(const char *const *names);

#endif
