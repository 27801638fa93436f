/* Memory that nobody may access: freed blocks, and the red zones around blocks. Small ones are marked in their shadow cells.
 * Of large freed blocks only the cells that exist are marked, and the others when they come to be. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <string.h>

#include "model/addresses.h"
#include "model/arenas.h"
#include "model/fiber.h"
#include "model/note.h"
#include "model/runtime.h"
#include "race/clock.h"
#include "race/marks.h"
#include "race/shadow.h"

#define LARGE 4096u

struct range {
    uint64_t start, end;
};

static struct range *large; /* freed blocks */
static uint32_t large_count, large_room;

static void add_large(uint64_t start, uint64_t end) {
    if (large_count == large_room) {
        struct range *old = large;
        large_room = large_room ? 2 * large_room : 16;
        large = clock_allocate(large_room * sizeof *large);
        memcpy(large, old, large_count * sizeof *large);
    }
    large[large_count++] = (struct range){start, end};
}

static void remove_large(uint64_t start) {
    for (uint32_t i = 0; i < large_count; i++) {
        if (large[i].start == start) {
            large[i] = large[--large_count];
            return;
        }
    }
}

static void mark_cell(struct heddle_cell *cell, uint64_t at, uint64_t size, uint32_t mark) {
    if (size == CELL_BYTES) {
        if (cell->write != CELL_SPLIT && cell->read == CELL_READERS) {
            shadow_drop_readers(cell->read_site);
        }
        *cell = (struct heddle_cell){.write = mark};
        return;
    }
    struct heddle_cell *bytes = shadow_split(cell);
    for (uint64_t i = 0; i < size; i++) {
        struct heddle_cell *byte = &bytes[(at + i) % CELL_BYTES];
        if (byte->read == CELL_READERS) {
            shadow_drop_readers(byte->read_site);
        }
        *byte = (struct heddle_cell){.write = mark};
    }
}

static void mark_cells(struct heddle_cell *cells, uint64_t at, uint64_t end, uint32_t mark) {
    while (at < end) {
        uint64_t next = (at | (CELL_BYTES - 1)) + 1;
        uint64_t size = (next < end ? next : end) - at;
        mark_cell(&cells[at % CHUNK_BYTES / CELL_BYTES], at, size, mark);
        at += size;
    }
}

void shadow_chunk_is_new(uint64_t address, struct heddle_cell *cells) {
    uint64_t start = address & ~(uint64_t)(CHUNK_BYTES - 1), end = start + CHUNK_BYTES;
    for (uint32_t i = 0; i < large_count; i++) {
        if (large[i].start < end && start < large[i].end) {
            mark_cells(cells, large[i].start > start ? large[i].start : start, large[i].end < end ? large[i].end : end,
                       CELL_FREED);
        }
    }
}

void memory_mark(uint64_t address, uint64_t size, enum memory_mark mark) {
    uint64_t at = address, end = address + size;
    bool lazily = size >= LARGE || mark == MEMORY_NEW;
    if (size >= LARGE && mark == MEMORY_FREED) {
        add_large(address, end);
    } else if (size >= LARGE && mark == MEMORY_NEW) {
        remove_large(address);
    }
    while ((at = lazily ? shadow_skip(at, end) : at) < end) {
        uint64_t next = (at | (CHUNK_BYTES - 1)) + 1;
        struct heddle_cell *cells = shadow_chunk(at, !lazily);
        if (cells) {
            uint32_t write = mark == MEMORY_NEW ? 0 : mark == MEMORY_FREED ? CELL_FREED : CELL_RED_ZONE;
            mark_cells(cells, at, next < end ? next : end, write);
        }
        at = next;
    }
}

static bool is_marked(const struct heddle_cell *cell) { return cell->write >= CELL_RED_ZONE && cell->write != CELL_SPLIT; }

bool memory_is_marked(uint64_t address, uint64_t size) {
    for (uint64_t at = address; (at = shadow_skip(at, address + size)) < address + size; at++) {
        const struct heddle_cell *cells = shadow_chunk(at, false);
        if (!cells) {
            at |= CHUNK_BYTES - 1;
            continue;
        }
        struct heddle_cell *cell = (struct heddle_cell *)&cells[at % CHUNK_BYTES / CELL_BYTES];
        if (cell->write == CELL_SPLIT ? is_marked(&shadow_split(cell)[at % CELL_BYTES]) : is_marked(cell)) {
            return true;
        }
        if (cell->write != CELL_SPLIT) {
            at |= CELL_BYTES - 1;
        }
    }
    return false;
}

/* ---- reports ---- */

/* Of the thread on whose stack the address is, unless it is the one that runs. */
static const struct fiber *other_owner(uint64_t address) {
    if (!is_on_a_stack(address)) {
        return NULL;
    }
    const struct fiber *owner = fiber_by_id((uint32_t)((address - FIBER_SLOTS) / FIBER_SLOT_SIZE));
    return owner != rt.current ? owner : NULL;
}

#define FRAME_HEAD 16u /* above a frame's address: the caller's frame pointer and the return address */

/* Below the address that this returns, nothing on a waiting thread's stack is the program's; 0 if it is not on its own stack. */
static uint64_t program_stack_end(const struct fiber *owner) {
    uint64_t end = owner->frame ? owner->frame + FRAME_HEAD : rt.debugged ? 0 : (uint64_t)(uintptr_t)owner->sp;
    return end >= fiber_slot(owner->id) && end <= fiber_stack_top(owner->id) ? end : 0;
}

bool memory_is_gone(uint64_t address) {
    const struct fiber *owner = other_owner(address);
    return owner && (owner->exited || address < program_stack_end(owner));
}

/* A note on an access of memory, as far as it is known what lies there. */
static struct heddle_note note_on(enum heddle_note_kind kind, const struct fiber *fiber, uint64_t address, uint64_t site,
                                  enum heddle_note_access access, const struct heap_block *block) {
    struct heddle_note n = {.kind = kind, .thread = fiber->id, .object = address, .site = site, .access = access};
    if (block) {
        n.offset = (int64_t)(address - block->start);
        n.block = block->size;
        n.allocated_at = block->allocated_at;
        n.freed_at = block->is_freed ? block->freed_at : 0;
        n.other = block->is_freed ? block->freed_by : 0;
    }
    return n;
}

void memory_misused(const struct fiber *fiber, uint64_t address, uint64_t size, uint64_t site, bool writes) {
    enum heddle_note_access access = writes ? HEDDLE_ACCESS_WRITES : HEDDLE_ACCESS_READS;
    struct heddle_note n;
    struct heap_block block;
    if (memory_is_gone(address)) {
        const struct fiber *owner = other_owner(address);
        enum heddle_note_kind kind = owner->exited ? HEDDLE_NOTE_STACK_OF_ENDED_THREAD : HEDDLE_NOTE_STACK_OF_LEFT_FUNCTION;
        n = note_on(kind, fiber, address, site, access, NULL);
        n.other = owner->id;
    } else if (heap_lookup(address, &block)) {
        enum heddle_note_kind kind = block.is_freed ? HEDDLE_NOTE_USE_AFTER_FREE : HEDDLE_NOTE_HEAP_OVERFLOW;
        n = note_on(kind, fiber, address, site, access, &block);
    } else {
        return;
    }
    n.bytes = size;
    note_memory(&n);
}

void memory_check_object(const struct fiber *fiber, uint64_t address, uint64_t site) {
    const struct heddle_cell *cells = shadow_chunk(address, false);
    struct heap_block block;
    if (cells && cells[address % CHUNK_BYTES / CELL_BYTES].write == CELL_FREED && heap_lookup(address, &block)) {
        struct heddle_note n = note_on(HEDDLE_NOTE_USE_AFTER_FREE, fiber, address, site, HEDDLE_ACCESS_USES, &block);
        note_memory(&n);
    }
}
