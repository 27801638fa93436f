/* How blocks of the heap lie in memory; see heap.c. */
#ifndef HEDDLE_ARENAS_H
#define HEDDLE_ARENAS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/addresses.h"
#include "model/fibers/fiber_state.h"

#define ZYGOTE_ARENA MAX_THREAD_ID /* no thread has this id */

#define ALIGNMENT 16u
#define SMALL_CLASSES 64u /* 16, 32, … 1024 bytes */
#define CLASSES 212u      /* then four to each doubling, up to 64 GiB and beyond */

#define RECENT_CLASSES 32u /* of which the last freed blocks are kept in mind: see given_again.h */
#define RECENT_BLOCKS 4u

#define LIVE 0xa11cull
#define FREED 0xf4eeull
#define MAGIC_SHIFT 48

struct block {
    uint64_t size_and_magic; /* room behind the header; LIVE or FREED in the upper 16 bits */
    struct block *next;      /* in a quarantine or free list; of one in use, what libc would have given instead, or NULL */
    uint64_t asked;          /* bytes; who freed it in the upper 16 bits */
    uint32_t allocated_at, freed_at; /* the lower halves of the sites' addresses */
};

struct arena {
    uint64_t bump, end; /* where the next fresh block's header goes; where the current area ends */
    uint64_t first;     /* the first block of the first area */
    uint64_t spill;     /* start of the second area once it is in use, else 0 */
    uint64_t first_end; /* where the first area's blocks ended when the second was begun */
    struct block *oldest, *newest;
    uint64_t quarantined;
    uint32_t id;
    enum gives_again gives_again;
    struct block *last_freed[RECENT_CLASSES][RECENT_BLOCKS]; /* by its thread, the last one first */
    struct block *free_lists[CLASSES];
};

extern bool arenas_reserved;
extern uint64_t arenas_early_end; /* blocks of the first thread below were allocated before main */

static inline struct arena *arena_of(uint32_t id) { return (struct arena *)fiber_stack_top(id); }

static inline uint64_t block_size(const struct block *b) { return b->size_and_magic & ((1ull << MAGIC_SHIFT) - 1); }
static inline uint64_t block_magic(const struct block *b) { return b->size_and_magic >> MAGIC_SHIFT; }
static inline uint64_t block_asked(const struct block *b) { return b->asked & ((1ull << MAGIC_SHIFT) - 1); }
static inline void *block_data(struct block *b) { return b + 1; }

/* ---- for reports and the search for leaks ---- */

struct heap_block {
    uint64_t start, size; /* as asked for */
    bool is_freed;
    uint32_t freed_by;               /* thread */
    uint64_t allocated_at, freed_at; /* sites; 0 if not known */
};
bool heap_lookup(uint64_t address, struct heap_block *found); /* by a walk: for reports */

/* Calls `call` for each of the blocks in use that a thread has allocated, in the order of their addresses: in its first arena, or in the
 * second one. Of those that were allocated before main only the first thread has any, and they are told by `early`. */
typedef void heap_block_fn(uint64_t start, uint64_t size, uint32_t allocated_at, bool early, void *context);
void heap_blocks_of(uint32_t thread_id, bool second, heap_block_fn *call, void *context);

#endif
