#include "model/memory/arenas.h"

#include "model/addresses.h"
#include "model/resolve.h"

bool arenas_reserved;
uint64_t arenas_early_end;

/* The block that an address lies in, by a walk; for reports. What runs over the end of a block comes into the header behind it first,
 * of which half is therefore taken for the block's; behind the last one all that a header would take. */
static bool walk(uint64_t from, uint64_t to, uint64_t address, struct heap_block *found) {
    while (from < to) {
        struct block *b = (struct block *)from;
        uint64_t next = from + sizeof *b + block_size(b);
        if (address < next + (next < to ? sizeof *b / 2 : sizeof *b)) {
            *found = (struct heap_block){.start = (uint64_t)(uintptr_t)block_data(b),
                                         .size = block_asked(b),
                                         .is_freed = block_magic(b) == FREED,
                                         .freed_by = (uint32_t)(b->asked >> MAGIC_SHIFT),
                                         .allocated_at = resolve_site(b->allocated_at),
                                         .freed_at = resolve_site(b->freed_at)};
            return true;
        }
        from = next;
    }
    return false;
}

bool heap_lookup(uint64_t address, struct heap_block *found) {
    if (address < FIBER_SLOTS || address >= ARENAS_END) {
        return false;
    }
    uint64_t id = address < SPILL_ARENAS ? (address - FIBER_SLOTS) / FIBER_SLOT_SIZE
                  : address < MAIN_ARENA ? (address - SPILL_ARENAS) / SPILL_ARENA_SIZE
                                         : 0;
    if (id > MAX_THREAD_ID) {
        return false;
    }
    const struct arena *a = arena_of((uint32_t)id);
    if (a->bump == 0 || (address < SPILL_ARENAS && address < a->first)) {
        return false;
    }
    if (address >= SPILL_ARENAS) {
        return a->spill && walk(a->spill, a->bump, address, found);
    }
    return walk(a->first, a->spill ? a->first_end : a->bump, address, found);
}

static void each_in(uint64_t from, uint64_t to, heap_block_fn *call, void *context) {
    while (from < to) {
        struct block *b = (struct block *)from;
        uint64_t data = (uint64_t)(uintptr_t)block_data(b);
        if (block_magic(b) == LIVE) {
            call(data, block_asked(b), b->allocated_at, from < arenas_early_end, context);
        } else if (block_magic(b) != FREED) {
            return; /* overwritten: where the next one is cannot be told */
        }
        from = data + block_size(b);
    }
}

void heap_blocks_of(uint32_t thread_id, bool second, heap_block_fn *call, void *context) {
    const struct arena *a = arena_of(thread_id);
    if (!arenas_reserved || a->bump == 0) {
        return;
    }
    if (second) {
        each_in(a->spill, a->spill ? a->bump : 0, call, context);
    } else {
        each_in(a->first, a->spill ? a->first_end : a->bump, call, context);
    }
}
