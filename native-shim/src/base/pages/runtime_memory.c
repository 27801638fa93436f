#define _GNU_SOURCE
#include "base/pages/runtime_memory.h"

#include <sys/mman.h>
#include <sys/syscall.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/pages/share_pages.h"

#define PAGE 4096ul
#define POOL (16ul << 30)
#define APART 0x680000000000ul /* behind what AddressSanitizer allocates, before libraries and stacks */

static struct {
    uint64_t start, end;
    bool is_private;
} ranges[MAX_RUNTIME_RANGES];
static uint32_t count;

static bool is_full; /* there were more */

/* Once processes share the runtime's memory: what all of them have mapped, and is free. */
static uint64_t pool, pool_end;

static void *remember(void *got, size_t bytes, bool is_private) {
    if (got == MAP_FAILED) {
        return NULL;
    }
    uint64_t start = (uint64_t)(uintptr_t)got;
    is_full |= count == MAX_RUNTIME_RANGES;
    if (count < MAX_RUNTIME_RANGES) {
        ranges[count].start = start;
        ranges[count].is_private = is_private;
        ranges[count++].end = start + bytes;
    }
    return got;
}

static void *from_pool(size_t bytes) {
    uint64_t at = pool;
    bytes = (bytes + PAGE - 1) & ~(PAGE - 1);
    if (bytes > pool_end - pool) {
        return NULL;
    }
    pool += bytes;
    return (void *)at;
}

void *runtime_pages(size_t bytes) {
    return UNLIKELY(pool != 0) ? from_pool(bytes) : remember(direct_map(NULL, bytes, MAP_PRIVATE), bytes, true);
}

void *runtime_shared_pages(size_t bytes) { return remember(direct_map(NULL, bytes, MAP_SHARED), bytes, false); }

void runtime_unmap(void *at, size_t bytes) {
    for (uint32_t i = 0; i < count; i++) {
        if (ranges[i].start == (uint64_t)(uintptr_t)at) {
            ranges[i].is_private = false; /* something of the program's may come to lie there */
        }
    }
    if (pool == 0) { /* else others still have it mapped */
        direct_unmap(at, bytes);
    }
}

void *runtime_file_pages(int file, size_t bytes) {
    void *at = (void *)APART;
    return remember((void *)kernel_call(SYS_mmap, at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), bytes, false);
}

void runtime_ranges(runtime_range_fn *each, void *context) {
    for (uint32_t i = 0; i < count; i++) {
        each(ranges[i].start, ranges[i].end, context);
    }
}

bool runtime_share(void) {
    if (is_full || pool != 0) {
        return pool != 0;
    }
    void *got = direct_map(NULL, POOL, MAP_SHARED);
    if (got == MAP_FAILED) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (ranges[i].is_private && !share_pages(ranges[i].start, ranges[i].end)) {
            return false;
        }
        ranges[i].is_private = false;
    }
    pool_end = (uint64_t)(uintptr_t)got + POOL;
    pool = (uint64_t)(uintptr_t)got;
    return share_own_variables();
}
