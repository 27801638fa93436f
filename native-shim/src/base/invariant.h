/* What always holds, unless the runtime is wrong, or the program has written over its memory. */
#ifndef HEDDLE_INVARIANT_H
#define HEDDLE_INVARIANT_H

#include "base/compiler.h"

#define INVARIANT_LINE(line) #line
#define INVARIANT_PLACE(file, line, text) file ":" INVARIANT_LINE(line) ": " text

/* Where the expression is false, no result can be relied upon: the process ends, and the server is told where, what, and which
 * execution led there. See CONTRIBUTING.md. */
#define INVARIANT(expression) (LIKELY(expression) ? (void)0 : invariant_failed(INVARIANT_PLACE(__FILE__, __LINE__, #expression)))

#define EXIT_BROKEN 70 /* EX_SOFTWARE, as the command line's exit code */

/* A place for a breakpoint. `text`: FILE:LINE: EXPRESSION. */
_Noreturn void invariant_failed(const char *text);

/* What is done with the text before the process ends; NULL: it goes to standard error. */
extern void (*invariant_tell)(const char *text);

#endif
