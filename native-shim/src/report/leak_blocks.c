/* Which heap blocks are lost. A mark phase over all words that could be pointers (Boehm and Weiser, Software: Practice and
 * Experience 1988): what is not reached from the roots is lost. */
#define _GNU_SOURCE
#include "report/leak_blocks.h"

#include "base/pages/runtime_memory.h"
#include "model/addresses.h"
#include "model/memory/arenas.h"
#include "model/fibers/fiber.h"
#include "model/note.h"
#include "model/resolve.h"
#include "model/runtime.h"

enum state { LOST, LED_TO, REACHED };

struct candidate {
    uint64_t start, end; /* where the block, as asked for, ends */
    uint32_t allocated_at, thread;
    uint32_t state;
    uint32_t reserved;
};

static struct candidate *blocks;
static uint32_t *pending; /* indices of blocks whose words are still to be looked at */
static uint32_t block_count, pending_count, now_thread;
static bool now_inherited; /* the blocks are copies of another process's */
static enum state now_state; /* what a block that a word points to becomes */

/* ---- the blocks, by address ---- */

static void count_block(uint64_t start, uint64_t size, uint32_t allocated_at, bool early, void *context) {
    (void)start;
    (void)size;
    (void)allocated_at;
    (void)early;
    ++*(uint32_t *)context;
}

/* What was allocated before main is not looked for, for some of it is the runtime's own; nor is what a process has not allocated itself. */
static void add_block(uint64_t start, uint64_t size, uint32_t allocated_at, bool early, void *context) {
    (void)context;
    bool is_left_out = early || now_inherited;
    blocks[block_count] = (struct candidate){start, start + size, allocated_at, now_thread, is_left_out ? REACHED : LOST, 0};
    if (is_left_out) {
        pending[pending_count++] = block_count;
    }
    block_count++;
}

static void each_block_of(uint32_t id, bool second, heap_block_fn *call, void *context) {
    const struct fiber *fiber = fiber_by_id(id);
    if (fiber) {
        now_thread = id;
        now_inherited = fiber->process != rt.current->process;
        heap_blocks_of(id, second, call, context);
    }
}

/* The first arenas of all threads lie below all second ones, and that of the first thread behind these. */
static void each_block(heap_block_fn *call, void *context) {
    for (uint32_t id = 0; id < MAX_THREAD_ID; id++) {
        each_block_of(id, false, call, context);
    }
    for (uint32_t id = 1; id <= MAX_THREAD_ID; id++) {
        each_block_of(id % MAX_THREAD_ID, true, call, context);
    }
}

bool leak_find_blocks(void) {
    uint32_t count = 0;
    block_count = pending_count = 0; /* each process looks for its own */
    each_block(count_block, &count);
    if (count == 0) {
        return false;
    }
    blocks = runtime_pages(count * sizeof *blocks);
    pending = runtime_pages(count * sizeof *pending);
    if (!blocks || !pending) {
        return false;
    }
    each_block(add_block, NULL);
    now_state = REACHED;
    return true;
}

/* A pointer just behind a block counts for it. */
static struct candidate *block_at(uint64_t address) {
    uint32_t low = 0, high = block_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (blocks[middle].end < address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < block_count && blocks[low].start <= address ? &blocks[low] : NULL;
}

/* ---- marking ---- */

void leak_look_at(uint64_t word) {
    if (word < FIBER_SLOTS || word >= ARENAS_END) {
        return;
    }
    struct candidate *block = block_at(word);
    if (block && block->state == LOST) {
        block->state = now_state;
        pending[pending_count++] = (uint32_t)(block - blocks);
    }
}

void leak_scan(uint64_t from, uint64_t to) {
    for (uint64_t at = (from + 7) & ~7ull; at + 8 <= to; at += 8) {
        leak_look_at(*(const uint64_t *)at);
    }
}

static void follow(void) {
    while (pending_count > 0) {
        const struct candidate *block = &blocks[pending[--pending_count]];
        leak_scan(block->start, block->end);
    }
}

void leak_keep(uint64_t address) {
    struct candidate *block = address ? block_at(address) : NULL;
    if (block) {
        block->state = REACHED;
    }
}

/* ---- what is told ---- */

/* Of lost blocks only those are told that no other lost one leads to; of a circle, the first. */
static void find_led_to(void) {
    now_state = LED_TO;
    for (uint32_t i = 0; i < block_count; i++) {
        if (blocks[i].state == LOST) {
            blocks[i].state = REACHED; /* whatever leads back to it */
            leak_scan(blocks[i].start, blocks[i].end);
            follow();
            blocks[i].state = LOST;
        }
    }
}

static void tell(struct candidate *first) {
    uint64_t count = 0, bytes = 0;
    for (struct candidate *b = first; b < blocks + block_count; b++) {
        if (b->state == LOST && b->allocated_at == first->allocated_at) {
            count++;
            bytes += b->end - b->start;
            b->state = b == first ? LOST : LED_TO;
        }
    }
    uint64_t site = resolve_place(first->allocated_at);
    struct heddle_note n = {
        .kind = HEDDLE_NOTE_LEAK, .thread = first->thread, .object = first->start, .site = site, .bytes = bytes, .block = count};
    note_memory(&n);
}

void leak_tell(void) {
    follow();
    find_led_to();
    for (uint32_t i = 0; i < block_count; i++) {
        if (blocks[i].state == LOST) {
            tell(&blocks[i]);
        }
    }
}
