#include "race/shadow/unmapped.h"

#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "model/fibers/fiber.h"
#include "model/fibers/processes.h"
#include "model/runtime.h"
#include "race/clocks/race_memory.h"
#include "race/shadow/marks.h"

static struct unmapped *unmapped; /* disjoint */
static uint32_t unmapped_count, unmapped_room;

static void add(struct unmapped range) {
    if (unmapped_count == unmapped_room) {
        struct unmapped *old = unmapped;
        unmapped_room = unmapped_room ? 2 * unmapped_room : 16;
        unmapped = race_allocate(unmapped_room * sizeof *unmapped);
        memcpy(unmapped, old, unmapped_count * sizeof *unmapped);
    }
    unmapped[unmapped_count++] = range;
}

static void take_out(uint64_t start, uint64_t end) {
    for (uint32_t i = unmapped_count; i-- > 0;) {
        struct unmapped range = unmapped[i];
        if (range.start < end && start < range.end) {
            unmapped[i] = unmapped[--unmapped_count];
            if (range.start < start) {
                add((struct unmapped){range.start, start, range.site, range.thread});
            }
            if (end < range.end) {
                add((struct unmapped){end, range.end, range.site, range.thread});
            }
        }
    }
}

const struct unmapped *unmapped_at(uint64_t address) {
    for (uint32_t i = 0; i < unmapped_count; i++) {
        if (unmapped[i].start <= address && address < unmapped[i].end) {
            return &unmapped[i];
        }
    }
    return NULL;
}

void memory_unmapped(uint64_t address, uint64_t size, uint64_t site) {
    if (rt.asked.races) {
        address = name_in_process(address);
        memory_mapped(address, size);
        add((struct unmapped){address, address + size, site, rt.current->id});
    }
}

void memory_mapped(uint64_t address, uint64_t size) {
    if (rt.asked.races) {
        address = name_in_process(address);
        take_out(address, address + size);
        memory_forget_accesses(address, size);
        memory_mark(address, size, MEMORY_NEW);
    }
}

/* Libraries map and unmap what nobody tells of: where something lies now, it is another mapping. */
bool memory_is_unmapped(uint64_t address) {
    if (LIKELY(unmapped_count == 0) || !unmapped_at(address)) {
        return false;
    }
    uint64_t page = address & ~4095ull;
    if (direct_call(SYS_msync, (long)address_of_name(page), 4096, MS_ASYNC, 0) == 0) {
        memory_mapped(page, 4096);
        return false;
    }
    return true;
}
