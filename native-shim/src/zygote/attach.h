/* What instrumented code, and the test author's harness, call the runtime by. */
#ifndef HEDDLE_ATTACH_H
#define HEDDLE_ATTACH_H

#include <stdbool.h>

extern bool attach_refused; /* a module came that was built for another version of these hooks: it is not seen */

#endif
