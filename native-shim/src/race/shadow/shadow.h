/* Shadow memory: a struct heddle_cell for every 4 bytes of the program's memory that have been accessed. */
#ifndef HEDDLE_SHADOW_H
#define HEDDLE_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

#include "heddle_abi.h"

#define CELL_BYTES 4u
#define CHUNK_BYTES 256u
#define CHUNK_CELLS (CHUNK_BYTES / CELL_BYTES)

/* In the place of epochs. */
#define CELL_SPLIT HEDDLE_SPLIT  /* in `write`: each byte has a cell of its own */
#define CELL_FREED 0xfffffffeu    /* in `write`: nobody may access it */
#define CELL_RED_ZONE 0xfffffffdu /* likewise */
#define CELL_READERS 0xffffffffu /* in `read`: several; read_site is the number of the first struct reader */

extern struct heddle_fast shadow_fast;

/* Once, in the zygote. `fill` fills in what is known of the memory around an address that had no cells so far. */
typedef void fill_cells_fn(uint64_t address, struct heddle_cell *cells);
void shadow_reserve(fill_cells_fn *fill);

/* The first address from this one on, unless it is the end or beyond, that may have cells: large blocks are mostly untouched. */
uint64_t shadow_skip(uint64_t at, uint64_t end);

/* The cells of the 256 bytes around the address, made if `make`; else NULL where there are none. */
struct heddle_cell *shadow_chunk(uint64_t address, bool make);

/* The same, and it does have some. */
uint64_t shadow_next(uint64_t at, uint64_t end);

/* All that have been made, with the addresses of their memory. */
void shadow_each(void (*visit)(uint64_t start, struct heddle_cell *cells));

/* From now on instrumented code finds this chunk by itself, until shadow_forget_near(). */
void shadow_remember(uint64_t address, struct heddle_cell *cells);
void shadow_forget_near(void);

/* The four cells of the bytes of a cell, which is split if it was not. */
struct heddle_cell *shadow_split(struct heddle_cell *cell);

/* Of a cell that is split: it is none any more if the same is known of all its bytes. */
void shadow_merge(struct heddle_cell *cell);

/* What is known of this byte: its own cell, where that it lies in is split; NULL: nothing. */
struct heddle_cell *shadow_cell(uint64_t address);

/* One of several threads that have read a cell since it was written. */
struct reader {
    uint32_t epoch, site, next;
};
struct reader *shadow_reader(uint32_t number);
uint32_t shadow_new_reader(void);
void shadow_drop_readers(uint32_t first);

#endif
