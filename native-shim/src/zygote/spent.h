/* Where the time of the zygote and its runner goes; one of them has the turn, so both are told of as one. */
#ifndef HEDDLE_SPENT_H
#define HEDDLE_SPENT_H

#include <stdbool.h>

#include "base/wire.h"

bool spent_reserve(void); /* once, in the zygote; false: there is no memory */

/* Plans are waited for: that is the server's time. */
void spent_wait_begins(void);
void spent_wait_ends(void);

void spent_program_begins(void);
void spent_program_ends(void);

/* Says so of the execution that has ended. One that is given up without a result counts as what is done around the next one. */
void spent_tell(struct heddle_result *result);

#endif
