/* Which heap blocks no root leads to. Once: leak_find_blocks, then the roots, then leak_tell. */
#ifndef HEDDLE_LEAK_BLOCKS_H
#define HEDDLE_LEAK_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

bool leak_find_blocks(void); /* false: there are none, or no memory to look at them */
void leak_look_at(uint64_t word); /* a root: a block that the word is an address in is not lost */
void leak_scan(uint64_t from, uint64_t to); /* roots: all words of [from, to) */
void leak_keep(uint64_t address); /* the block at the address is not lost, and leads to no other; 0: no block */
void leak_tell(void); /* all roots are known: follows them, and notes what is lost */

#endif
