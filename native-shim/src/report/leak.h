#ifndef HEDDLE_LEAK_H
#define HEDDLE_LEAK_H

#include <stdint.h>

/* Notes the heap blocks in use that the program has lost: no word of its variables, of its living threads' stacks, registers,
 * thread-local variables and keys, nor of a block that is not lost itself, is an address in them (as LeakSanitizer has it). To
 * be called when the process is about to end; from `frame` on the running thread's stack is the program's, 0: none of it. */
void leak_check(uint64_t frame);

#endif
