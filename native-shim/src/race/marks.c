/* Memory that nobody may access: freed blocks, and the red zones around blocks. Small ones are marked in their shadow cells.
 * Of large ones only the cells that exist are marked, and the others when they come to be. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "model/addresses.h"
#include "model/arenas.h"
#include "model/fiber.h"
#include "model/note.h"
#include "model/runtime.h"
#include "model/thread_local.h"
#include "race/clock.h"
#include "race/marks.h"
#include "race/race_memory.h"
#include "race/shadow.h"

#define LARGE 4096u

struct range {
    uint64_t start, end;
    uint32_t mark; /* of its cells */
};

static struct range *large; /* freed blocks and red zones */
static uint32_t large_count, large_room;

static void add_large(uint64_t start, uint64_t end, uint32_t mark) {
    if (large_count == large_room) {
        struct range *old = large;
        large_room = large_room ? 2 * large_room : 16;
        large = race_allocate(large_room * sizeof *large);
        memcpy(large, old, large_count * sizeof *large);
    }
    large[large_count++] = (struct range){start, end, mark};
}

static void remove_large(uint64_t start, uint64_t end) {
    for (uint32_t i = large_count; i-- > 0;) {
        if (large[i].start < end && start < large[i].end) {
            large[i] = large[--large_count];
        }
    }
}

static bool is_large(uint64_t start, uint64_t end) {
    for (uint32_t i = 0; i < large_count; i++) {
        if (large[i].start < end && start < large[i].end) {
            return true;
        }
    }
    return false;
}

/* ---- ranges that have been accessed as a whole: of their cells only those that exist know of it ---- */

static struct whole {
    struct whole *next;
    uint64_t start, end;
    struct heddle_cell as;
} *whole; /* the latest one first */

void memory_accessed(uint64_t address, uint64_t size, struct heddle_cell as) {
    struct whole *new = race_allocate(sizeof *new);
    *new = (struct whole){whole, address, address + size, as};
    whole = new;
}

static void forget_whole(uint64_t start, uint64_t end) {
    for (struct whole **w = &whole; *w;) {
        if ((*w)->start < end && start < (*w)->end) { /* rather a race that is not seen than one that is none */
            *w = (*w)->next;
        } else {
            w = &(*w)->next;
        }
    }
}

static void tell_of_whole(uint64_t start, struct heddle_cell *cells) {
    for (uint32_t i = 0; whole && i < CHUNK_CELLS; i++) {
        uint64_t at = start + i * CELL_BYTES;
        const struct whole *w = whole;
        while (w && !(w->start <= at && at < w->end)) {
            w = w->next;
        }
        if (w) {
            cells[i] = w->as;
        }
    }
}

/* ---- streams that have been closed ---- */

static struct closed {
    struct closed *next;
    uint64_t start;
} *closed;

void memory_closed(uint64_t start) {
    struct closed *new = race_allocate(sizeof *new);
    *new = (struct closed){closed, start};
    closed = new;
}

static bool was_closed(uint64_t start) {
    const struct closed *c = closed;
    while (c && c->start != start) {
        c = c->next;
    }
    return c;
}

/* ---- pages that the program has unmapped, disjoint ---- */

static struct unmapped {
    uint64_t start, end, site;
    uint32_t thread;
} *unmapped;
static uint32_t unmapped_count, unmapped_room;

static void add_unmapped(struct unmapped range) {
    if (unmapped_count == unmapped_room) {
        struct unmapped *old = unmapped;
        unmapped_room = unmapped_room ? 2 * unmapped_room : 16;
        unmapped = race_allocate(unmapped_room * sizeof *unmapped);
        memcpy(unmapped, old, unmapped_count * sizeof *unmapped);
    }
    unmapped[unmapped_count++] = range;
}

static void remove_unmapped(uint64_t start, uint64_t end) {
    for (uint32_t i = unmapped_count; i-- > 0;) {
        struct unmapped range = unmapped[i];
        if (range.start < end && start < range.end) {
            unmapped[i] = unmapped[--unmapped_count];
            if (range.start < start) {
                add_unmapped((struct unmapped){range.start, start, range.site, range.thread});
            }
            if (end < range.end) {
                add_unmapped((struct unmapped){end, range.end, range.site, range.thread});
            }
        }
    }
}

static const struct unmapped *unmapped_at(uint64_t address) {
    for (uint32_t i = 0; i < unmapped_count; i++) {
        if (unmapped[i].start <= address && address < unmapped[i].end) {
            return &unmapped[i];
        }
    }
    return NULL;
}

void memory_unmapped(uint64_t address, uint64_t size, uint64_t site) {
    if (rt.races) {
        memory_mapped(address, size);
        add_unmapped((struct unmapped){address, address + size, site, rt.current->id});
    }
}

void memory_mapped(uint64_t address, uint64_t size) {
    if (rt.races) {
        remove_unmapped(address, address + size);
        forget_whole(address, address + size);
        memory_mark(address, size, MEMORY_NEW);
    }
}

/* Libraries map and unmap what nobody tells of: where something lies now, it is another mapping. */
bool memory_is_unmapped(uint64_t address) {
    if (LIKELY(unmapped_count == 0) || !unmapped_at(address)) {
        return false;
    }
    uint64_t page = address & ~4095ull;
    if (direct_call(SYS_msync, (long)page, 4096, MS_ASYNC, 0) == 0) {
        memory_mapped(page, 4096);
        return false;
    }
    return true;
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
    tell_of_whole(start, cells);
    for (uint32_t i = 0; i < large_count; i++) {
        if (large[i].start < end && start < large[i].end) {
            mark_cells(cells, large[i].start > start ? large[i].start : start, large[i].end < end ? large[i].end : end,
                       large[i].mark);
        }
    }
}

void memory_mark(uint64_t address, uint64_t size, enum memory_mark mark) {
    uint64_t at = address, end = address + size;
    bool lazily = size >= LARGE || mark == MEMORY_NEW;
    uint32_t write = mark == MEMORY_NEW ? 0 : mark == MEMORY_FREED ? CELL_FREED : CELL_RED_ZONE;
    if (size >= LARGE && mark != MEMORY_NEW) {
        add_large(address, end, write);
    } else if (size >= LARGE) {
        remove_large(address, end);
    }
    while ((at = lazily ? shadow_next(at, end) : at) < end) {
        uint64_t next = (at | (CHUNK_BYTES - 1)) + 1;
        struct heddle_cell *cells = shadow_chunk(at, !lazily);
        if (cells) {
            mark_cells(cells, at, next < end ? next : end, write);
        }
        at = next;
    }
}

static bool is_marked(const struct heddle_cell *cell) { return cell->write >= CELL_RED_ZONE && cell->write != CELL_SPLIT; }

bool memory_is_marked(uint64_t address, uint64_t size) {
    if (is_large(address, address + size)) {
        return true;
    }
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

/* The thread on whose stack the address is. */
static const struct fiber *owner_of(uint64_t address) {
    return fiber_by_id((uint32_t)((address - FIBER_SLOTS) / FIBER_SLOT_SIZE));
}

/* The same, unless it is the one that runs. */
static const struct fiber *other_owner(uint64_t address) {
    const struct fiber *owner = is_on_a_stack(address) ? owner_of(address) : NULL;
    return owner != rt.current ? owner : NULL;
}

#define FRAME_HEAD 16u /* above a frame's address: the caller's frame pointer and the return address */

/* Below the address that this returns, nothing on a waiting thread's stack is the program's; 0 if it is not on its own stack. */
static uint64_t program_stack_end(const struct fiber *owner) {
    uint64_t end = owner->frame ? owner->frame + FRAME_HEAD : rt.debugged ? 0 : (uint64_t)(uintptr_t)owner->sp;
    return end >= fiber_slot(owner->id) && end <= fiber_stack_top(owner->id) ? end : 0;
}

/* On the stack of a thread whose function has returned for good. */
static bool is_left(uint64_t address) {
    const struct fiber *owner = is_on_a_stack(address) ? owner_of(address) : NULL;
    return owner && owner->left_above && address >= owner->left_above;
}

bool memory_is_gone(uint64_t address) {
    const struct fiber *owner = other_owner(address);
    return (owner && (owner->exited || address < program_stack_end(owner))) || is_left(address) || memory_is_unmapped(address);
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
    const struct unmapped *range = unmapped_count ? unmapped_at(address) : NULL;
    if (range) {
        n = note_on(HEDDLE_NOTE_UNMAPPED, fiber, address, site, access, NULL);
        n.other = range->thread;
        n.freed_at = range->site;
    } else if (memory_is_gone(address)) {
        const struct fiber *owner = owner_of(address);
        bool ended = owner->exited || (owner->id != 0 && is_left(address));
        n = note_on(ended ? HEDDLE_NOTE_STACK_OF_ENDED_THREAD : HEDDLE_NOTE_STACK_OF_LEFT_FUNCTION, fiber, address, site, access,
                    NULL);
        n.other = owner->id;
    } else if (thread_local_owner(address)) {
        n = note_on(HEDDLE_NOTE_THREAD_LOCAL_OF_ENDED_THREAD, fiber, address, site, access, NULL);
        n.other = thread_local_owner(address)->id;
    } else if (heap_lookup(address, &block)) {
        enum heddle_note_kind kind = !block.is_freed           ? HEDDLE_NOTE_HEAP_OVERFLOW
                                     : was_closed(block.start) ? HEDDLE_NOTE_CLOSED_STREAM
                                                               : HEDDLE_NOTE_USE_AFTER_FREE;
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
