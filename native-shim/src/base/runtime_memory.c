#define _GNU_SOURCE
#include "base/runtime_memory.h"

#include <sys/mman.h>

#include "base/direct.h"

static struct {
    uint64_t start, end;
} ranges[MAX_RUNTIME_RANGES];
static uint32_t count;

static void *map(size_t bytes, int flags) {
    void *got = direct_map(NULL, bytes, flags);
    if (got == MAP_FAILED) {
        return NULL;
    }
    uint64_t start = (uint64_t)(uintptr_t)got;
    if (count < MAX_RUNTIME_RANGES) {
        ranges[count].start = start;
        ranges[count++].end = start + bytes;
    }
    return got;
}

void *runtime_pages(size_t bytes) { return map(bytes, MAP_PRIVATE); }
void *runtime_shared_pages(size_t bytes) { return map(bytes, MAP_SHARED); }

void runtime_ranges(runtime_range_fn *each, void *context) {
    for (uint32_t i = 0; i < count; i++) {
        each(ranges[i].start, ranges[i].end, context);
    }
}
