#include "core/cycle_memory.h"

#include <string.h>

#include "model/arenas.h"
#include "model/objects.h"
#include "model/runtime.h"
#include "race/marks.h"

#define MOST_WORDS 512u
#define WORD 8u

/* Words of the program's memory that have been written, and what was there before the first time. */
static struct {
    uint64_t address, value;
} words[MOST_WORDS];
static uint32_t count;
static bool too_many;
static uint64_t objects, changes, blocks;

/* What is neither memory nor an object, and is not compared; of the heap it is known which blocks are in use. */
static uint64_t changes_so_far(void) { return rt.local_changes - rt.heap_changes; }

void cycle_memory_begin(void) {
    count = 0;
    too_many = false;
    objects = objects_state();
    changes = changes_so_far();
    blocks = rt.heap_blocks;
    rt.watches_writes = true;
}

void cycle_memory_end(void) { rt.watches_writes = false; }

static uint64_t held(uint64_t address) {
    uint64_t value;
    memcpy(&value, (const void *)(uintptr_t)address, sizeof value);
    return value;
}

/* Whether what lies there is gone: nobody may look at it. */
static bool is_freed(uint64_t address) {
    struct heap_block block;
    return heap_lookup(address, &block) && block.is_freed;
}

static bool is_known(uint64_t address) {
    for (uint32_t i = 0; i < count; i++) {
        if (words[i].address == address) {
            return true;
        }
    }
    return false;
}

void cycle_memory_written(uint64_t address, uint64_t size) {
    if (size > MOST_WORDS * WORD || memory_is_unmapped(address)) {
        too_many = true;
        return;
    }
    for (uint64_t word = address & ~(uint64_t)(WORD - 1); word < address + size; word += WORD) {
        if (is_known(word)) {
            continue;
        }
        if (count == MOST_WORDS) {
            too_many = true;
            return;
        }
        words[count].address = word;
        words[count++].value = held(word);
    }
}

bool cycle_memory_is_same(void) {
    bool same = !too_many && changes == changes_so_far() && blocks == rt.heap_blocks && objects == objects_state();
    for (uint32_t i = 0; same && i < count; i++) {
        same = held(words[i].address) == words[i].value || is_freed(words[i].address);
    }
    return same;
}
