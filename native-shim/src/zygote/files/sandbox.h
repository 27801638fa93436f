/* The sandbox: a copy of a folder in which the program runs, that every execution finds as the first one did. */
#ifndef HEDDLE_SANDBOX_H
#define HEDDLE_SANDBOX_H

#include <stdbool.h>

void sandbox_prepare(void); /* once, in the zygote */

/* Before an execution: undoes what earlier ones, and commands that verified them, did to files. False, with the reason in errno,
 * if that cannot be done. */
bool sandbox_restore(void);

#endif
