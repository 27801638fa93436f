/* Shadow memory. Chunks lie densely in the order of first use, found through a hash table, so that a small execution dirties
 * a page or two of them; what instrumented code accesses again and again it finds through a small direct-mapped table. */
#define _GNU_SOURCE
#include "race/shadow/shadow.h"

#include <string.h>
#include <sys/mman.h>

#include "base/compiler.h"
#include "base/hot.h"
#include "base/invariant.h"
#include "base/pages/runtime_memory.h"
#include "model/addresses.h"
#include "model/note.h"

#define FIRST_SLOTS 64u
#define FIRST_READERS 16u
#define CHUNKS_ROOM (256 * GIB)
#define SPLITS_ROOM (256 * GIB)
#define READERS_ROOM (16 * GIB)

#define FIRST_NEAR 64u
#define LARGE_NEAR 1024u /* entries: smaller ones would not be worth their pages */
#define MOST_NEAR 16384u /* entries, which fit into a processor's caches */

HOT static struct heddle_near first_near[FIRST_NEAR];
HOT struct heddle_fast shadow_fast = {.mask = FIRST_NEAR - 1, .near = first_near};

HOT static uint64_t first_slots[FIRST_SLOTS]; /* the lower bits of a page << 24 | chunk number + 1, or 0 */
HOT static uint64_t *slots = first_slots;
HOT static uint32_t capacity = FIRST_SLOTS, chunk_count;
static struct heddle_cell *chunks, *splits;
static uint16_t *upper; /* by chunk number + 1: the upper bits of its page, which names of a forked process have */
HOT static bool upper_any;
static struct reader *readers;
HOT static struct reader first_readers[FIRST_READERS];
HOT static fill_cells_fn *fill_cells;
HOT static uint64_t split_count;
HOT static struct heddle_cell *free_bytes; /* each points to the next, as a split cell does */
HOT static uint32_t reader_count, free_readers;

/* A bit for every so many bytes, of those that share its hash, tells whether there may be chunks in them. */
#define REGION_BYTES (2ull << 20)
#define REGIONS 1024u
HOT static uint64_t regions[REGIONS / 64];

static uint32_t region_of(uint64_t address) { return (uint32_t)((address / REGION_BYTES * 0x9e3779b97f4a7c15ull) >> 54); }

#define NUMBER_BITS 24
#define MAX_CHUNKS ((1u << NUMBER_BITS) - 1)
#define LOWER_BITS (64 - NUMBER_BITS)

void shadow_reserve(fill_cells_fn *fill) {
    fill_cells = fill;
    chunks = runtime_pages(CHUNKS_ROOM);
    upper = runtime_pages((MAX_CHUNKS + 1) * sizeof *upper);
    splits = runtime_pages(SPLITS_ROOM);
    readers = runtime_pages(READERS_ROOM);
}

struct reader *shadow_reader(uint32_t number) { return number < FIRST_READERS ? &first_readers[number] : &readers[number]; }

static uint64_t page_in(uint64_t of_slot) {
    return of_slot >> NUMBER_BITS | (UNLIKELY(upper_any) ? (uint64_t)upper[of_slot & MAX_CHUNKS] << LOWER_BITS : 0);
}

static uint64_t *slot(uint64_t page) {
    uint32_t mask = capacity - 1;
    uint32_t at = (uint32_t)((page * 0x9e3779b97f4a7c15ull) >> 36) & mask;
    while (slots[at] && page_in(slots[at]) != page) {
        at = (at + 1) & mask;
    }
    return &slots[at];
}

static void grow(void) {
    uint64_t *old = slots;
    uint32_t count = capacity;
    capacity *= 4;
    slots = runtime_pages(capacity * sizeof *slots);
    if (!slots) {
        out_of("bytes of memory for the check of races", capacity * sizeof *slots);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (old[i]) {
            *slot(page_in(old[i])) = old[i];
        }
    }
    if (old != first_slots) {
        runtime_unmap(old, count * sizeof *old);
    }
}

/* A table of as many entries as there are slots for chunks; it fills as they are accessed again. */
static void grow_near(void) {
    uint64_t entries = capacity < MOST_NEAR ? capacity : MOST_NEAR;
    if (capacity < LARGE_NEAR || entries == shadow_fast.mask + 1) {
        return;
    }
    struct heddle_near *grown = runtime_pages(entries * sizeof *grown);
    if (grown) { /* where there is no room, a small one does */
        *(struct heddle_near *volatile *)&shadow_fast.near = grown;
        *(volatile uint64_t *)&shadow_fast.mask = entries - 1;
    }
}

struct heddle_cell *shadow_chunk(uint64_t address, bool make) {
    uint64_t page = address / CHUNK_BYTES;
    uint64_t *found = slot(page);
    if (*found == 0) {
        if (!make) {
            return NULL;
        }
        if (!chunks || chunk_count == MAX_CHUNKS) {
            out_of("bytes of memory that are checked for races", (uint64_t)MAX_CHUNKS * CHUNK_BYTES);
        }
        if (chunk_count * 2 >= capacity) {
            grow();
            grow_near();
            found = slot(page);
        }
        INVARIANT(*found == 0 && chunk_count < capacity);
        *found = page << NUMBER_BITS | ++chunk_count;
        if (UNLIKELY(page >> LOWER_BITS)) {
            upper[chunk_count] = (uint16_t)(page >> LOWER_BITS);
            upper_any = true;
        }
        regions[region_of(address) / 64] |= 1ull << region_of(address) % 64;
        struct heddle_cell *made = &chunks[(chunk_count - 1) * (uint64_t)CHUNK_CELLS];
        *(volatile uint32_t *)&made->write = 0; /* a page that is first read faults again when it is written */
        fill_cells(address, made);
    }
    return &chunks[((*found & MAX_CHUNKS) - 1) * (uint64_t)CHUNK_CELLS];
}

void shadow_each(void (*visit)(uint64_t start, struct heddle_cell *cells)) {
    for (uint32_t i = 0; i < capacity; i++) {
        if (slots[i]) {
            visit(page_in(slots[i]) * CHUNK_BYTES, &chunks[((slots[i] & MAX_CHUNKS) - 1) * (uint64_t)CHUNK_CELLS]);
        }
    }
}

uint64_t shadow_skip(uint64_t at, uint64_t end) {
    while (at < end && !(regions[region_of(at) / 64] >> region_of(at) % 64 & 1)) {
        at = (at | (REGION_BYTES - 1)) + 1;
    }
    return at;
}

/* Of a large range, of which next to nothing has been accessed, the table of all chunks is the shorter one. */
static uint64_t first_in_table(uint64_t at, uint64_t end) {
    uint64_t first = end;
    for (uint32_t i = 0; i < capacity; i++) {
        uint64_t start = slots[i] ? page_in(slots[i]) * CHUNK_BYTES : end;
        if (start < first && start + CHUNK_BYTES > at) {
            first = start;
        }
    }
    return first > at ? first : at;
}

uint64_t shadow_next(uint64_t at, uint64_t end) {
    while ((at = shadow_skip(at, end)) < end && *slot(at / CHUNK_BYTES) == 0) {
        if ((end - at) / CHUNK_BYTES > capacity) {
            return first_in_table(at, end);
        }
        at = (at | (CHUNK_BYTES - 1)) + 1;
    }
    return at < end ? at : end;
}

void shadow_remember(uint64_t address, struct heddle_cell *cells) {
    shadow_fast.near[address / CHUNK_BYTES & shadow_fast.mask] = (struct heddle_near){address | (CHUNK_BYTES - 1), cells};
}

/* The cells may be in use just now. A signal may come at any time. */
void shadow_forget_near(void) {
    for (uint64_t i = 0; i <= shadow_fast.mask; i++) {
        if (shadow_fast.near[i].last) {
            *(volatile uint64_t *)&shadow_fast.near[i].last = 0;
        }
    }
}

static struct heddle_cell *new_bytes(void) {
    struct heddle_cell *bytes = free_bytes;
    if (bytes) {
        free_bytes = bytes->write == CELL_SPLIT ? heddle_bytes(bytes) : NULL;
        return bytes;
    }
    if (!splits || split_count * CELL_BYTES * sizeof *splits >= SPLITS_ROOM) {
        out_of("bytes that are checked for races one by one", SPLITS_ROOM / sizeof *splits);
    }
    return &splits[split_count++ * CELL_BYTES];
}

/* What points to the cells of bytes. */
static struct heddle_cell split_into(const struct heddle_cell *bytes) {
    uint64_t address = (uint64_t)(uintptr_t)bytes;
    return (struct heddle_cell){CELL_SPLIT, CELL_SPLIT, (uint32_t)address, (uint32_t)(address >> 32)};
}

struct heddle_cell *shadow_split(struct heddle_cell *cell) {
    if (cell->write == CELL_SPLIT) {
        struct heddle_cell *bytes = heddle_bytes(cell);
        INVARIANT(bytes >= splits && bytes < splits + split_count * CELL_BYTES);
        return bytes;
    }
    struct heddle_cell *bytes = new_bytes();
    for (unsigned i = 0; i < CELL_BYTES; i++) {
        bytes[i] = *cell;
        if (cell->read == CELL_READERS) { /* each byte has a list of its own */
            bytes[i].read_site = 0;
            for (uint32_t n = cell->read_site; n; n = shadow_reader(n)->next) {
                uint32_t copy = shadow_new_reader();
                *shadow_reader(copy) = (struct reader){shadow_reader(n)->epoch, shadow_reader(n)->site, bytes[i].read_site};
                bytes[i].read_site = copy;
            }
        }
    }
    if (cell->read == CELL_READERS) {
        shadow_drop_readers(cell->read_site);
    }
    *cell = split_into(bytes);
    return bytes;
}

void shadow_merge(struct heddle_cell *cell) {
    struct heddle_cell *bytes = heddle_bytes(cell);
    bool lists = bytes->read == CELL_READERS; /* each byte has one of its own */
    if (lists || memcmp(bytes, bytes + 1, (CELL_BYTES - 1) * sizeof *bytes) != 0) {
        return;
    }
    *cell = *bytes;
    *bytes = free_bytes ? split_into(free_bytes) : (struct heddle_cell){0};
    free_bytes = bytes;
}

struct heddle_cell *shadow_cell(uint64_t address) {
    struct heddle_cell *cells = shadow_chunk(address, false);
    struct heddle_cell *cell = cells ? &cells[address % CHUNK_BYTES / CELL_BYTES] : NULL;
    return cell && cell->write == CELL_SPLIT ? &shadow_split(cell)[address % CELL_BYTES] : cell;
}

uint32_t shadow_new_reader(void) {
    uint32_t number = free_readers;
    INVARIANT(number <= reader_count);
    if (number) {
        free_readers = shadow_reader(number)->next;
    } else if (readers && reader_count < READERS_ROOM / sizeof *readers - 1) {
        number = ++reader_count;
    } else {
        out_of("threads that read the same memory", READERS_ROOM / sizeof *readers);
    }
    return number;
}

void shadow_drop_readers(uint32_t first) {
    INVARIANT(first != 0);
    uint32_t last = first;
    while (shadow_reader(last)->next) {
        last = shadow_reader(last)->next;
    }
    shadow_reader(last)->next = free_readers;
    free_readers = first;
}
