/* Small blocks are marked in their shadow cells. Of large ones only the cells that exist are marked, and the others when they come
 * to be. */
#include "race/shadow/marks.h"

#include <string.h>

#include "model/fibers/processes.h"
#include "model/fibers/thread_local.h"
#include "race/clocks/race_memory.h"
#include "race/shadow/shadow.h"

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

void memory_forget_accesses(uint64_t address, uint64_t size) {
    for (struct whole **w = &whole; *w;) {
        if ((*w)->start < address + size && address < (*w)->end) { /* rather a race that is not seen than one that is none */
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

static void mark_ended(uint64_t start, uint64_t end, uint64_t cells) {
    mark_cells((struct heddle_cell *)(uintptr_t)cells, start, end, CELL_FREED);
}

void marks_fill(uint64_t address, struct heddle_cell *cells) {
    uint64_t start = address & ~(uint64_t)(CHUNK_BYTES - 1), end = start + CHUNK_BYTES;
    tell_of_whole(start, cells);
    thread_local_ended_within(start, end, mark_ended, (uint64_t)(uintptr_t)cells);
    for (uint32_t i = 0; i < large_count; i++) {
        if (large[i].start < end && start < large[i].end) {
            mark_cells(cells, large[i].start > start ? large[i].start : start, large[i].end < end ? large[i].end : end,
                       large[i].mark);
        }
    }
}

void memory_mark(uint64_t address, uint64_t size, enum memory_mark mark) {
    address = name_in_process(address);
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
