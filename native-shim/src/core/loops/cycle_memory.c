#include "core/loops/cycle_memory.h"

#include <string.h>

#include "core/loops/round_word.h"
#include "model/fibers/processes.h"
#include "model/memory/arenas.h"
#include "model/objects.h"
#include "model/runtime.h"
#include "race/race.h"
#include "race/shadow/unmapped.h"

#define MOST_WORDS 512u
#define WORD 8u

/* Words of the program's memory that have been written, by their names, and what was there before the first time. */
static struct {
    uint64_t address, value;
    uint8_t counted, used; /* a bit for each byte: whether it has been counted in; whether it has been accessed in another way */
} words[MOST_WORDS];
static uint32_t count;
static bool too_many;
static uint64_t objects, changes, blocks;

static bool is_of_time;

/* What is neither memory nor an object, and is not compared; of the heap it is known which blocks are in use, of late times that they
 * go on (round_word.h), and of calls on descriptors the operations. */
static uint64_t changes_so_far(void) {
    return rt.local_changes - rt.heap_changes - (is_of_time ? rt.far_readings + rt.channel_calls : 0);
}

void cycle_memory_begin(bool of_time) {
    is_of_time = of_time;
    count = 0;
    too_many = false;
    objects = objects_state();
    changes = changes_so_far();
    blocks = rt.heap_blocks;
    rt.watches_memory = true;
    race_show_all();
}

void cycle_memory_end(void) { rt.watches_memory = false; }

/* Whether what lies there is gone: nobody may look at it. Of another process that is not known. */
static bool is_freed(uint64_t name) {
    struct heap_block block;
    uint64_t address = address_of_name(name);
    return name_in_process(address) == name && heap_lookup(address, &block) && block.is_freed;
}

/* The word's place in the table; `count` if it has none. */
static uint32_t place_of(uint64_t word) {
    uint32_t i = 0;
    while (i < count && words[i].address != word) {
        i++;
    }
    return i;
}

/* Which bytes of the word the access touches. */
static uint8_t bytes_of(uint64_t word, uint64_t address, uint64_t size) {
    uint8_t bytes = 0;
    for (unsigned i = 0; i < WORD; i++) {
        bytes |= (uint8_t)((word + i - address < size) << i);
    }
    return bytes;
}

void cycle_memory_written(uint64_t address, uint64_t size, bool counts) {
    address = name_in_process(address);
    if (size > MOST_WORDS * WORD || memory_is_unmapped(address)) {
        too_many = true;
        return;
    }
    for (uint64_t word = address & ~(uint64_t)(WORD - 1); word < address + size; word += WORD) {
        uint32_t place = place_of(word);
        if (place == MOST_WORDS) {
            too_many = true;
            return;
        }
        if (place == count) {
            words[count].address = word;
            words[count].counted = words[count].used = 0;
            too_many |= !processes_value(word, WORD, &words[count++].value);
        }
        *(counts ? &words[place].counted : &words[place].used) |= bytes_of(word, address, size);
    }
}

void cycle_memory_read(uint64_t address, uint64_t size) {
    address = name_in_process(address);
    for (uint32_t i = 0; i < count; i++) {
        words[i].used |= bytes_of(words[i].address, address, size);
    }
}

/* Whether the word is what it was, in all bytes that anything may depend on. */
static bool is_same(uint32_t i) {
    uint64_t now;
    if (!processes_value(words[i].address, WORD, &now)) {
        return false;
    }
    if (round_word_is_arrivals(now) && round_word_is_arrivals(words[i].value)) {
        return true;
    }
    for (unsigned byte = 0; byte < WORD && now != words[i].value; byte++) {
        uint64_t mask = 0xffull << 8 * byte;
        if ((words[i].counted & ~words[i].used) >> byte & 1) {
            now = (now & ~mask) | (words[i].value & mask);
        }
    }
    return now == words[i].value;
}

bool cycle_memory_is_same(void) {
    bool same = !too_many && changes == changes_so_far() && blocks == rt.heap_blocks && objects == objects_state();
    for (uint32_t i = 0; same && i < count; i++) {
        same = is_same(i) || is_freed(words[i].address);
    }
    return same;
}
