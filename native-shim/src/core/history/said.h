/* What calls of objects under test say, where there is a specification, which is given it. */
#ifndef HEDDLE_SAID_H
#define HEDDLE_SAID_H

#include <stdint.h>

void said_keep(uint64_t hash, const char *text);

/* The text with this hash, which was kept. */
const char *said_text(uint64_t hash);

#endif
