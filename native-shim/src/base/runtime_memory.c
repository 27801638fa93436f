#define _GNU_SOURCE
#include "base/runtime_memory.h"

#include <sys/mman.h>
#include <sys/syscall.h>

#include "base/direct.h"

#define APART 0x680000000000ul /* behind what AddressSanitizer allocates, before libraries and stacks */

static struct {
    uint64_t start, end;
} ranges[MAX_RUNTIME_RANGES];
static uint32_t count;

static void *remember(void *got, size_t bytes) {
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

void *runtime_pages(size_t bytes) { return remember(direct_map(NULL, bytes, MAP_PRIVATE), bytes); }
void *runtime_shared_pages(size_t bytes) { return remember(direct_map(NULL, bytes, MAP_SHARED), bytes); }

void *runtime_file_pages(int file, size_t bytes) {
    void *at = (void *)APART;
    return remember((void *)kernel_call(SYS_mmap, at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), bytes);
}

void runtime_ranges(runtime_range_fn *each, void *context) {
    for (uint32_t i = 0; i < count; i++) {
        each(ranges[i].start, ranges[i].end, context);
    }
}
