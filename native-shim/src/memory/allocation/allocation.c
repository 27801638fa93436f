/* malloc and its like, of the heap in heap.c. */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "core/failures.h"
#include "memory/heap.h"
#include "memory/unsafe_call.h"

/* Whether the call finds no memory. */
static bool runs_out(uint64_t site) { return call_fails_with(HEDDLE_FAILING_MALLOC, ENOMEM, site); }

EXPORT void *malloc(size_t size) {
    uint64_t site = SITE();
    if (runs_out(site)) {
        return NULL;
    }
    unsafe_call("malloc", site);
    void *data = heap_take(size, site);
    unsafe_call_ends();
    return data;
}

EXPORT void *calloc(size_t count, size_t size) {
    uint64_t site = SITE();
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        errno = ENOMEM;
        return NULL;
    }
    if (runs_out(site)) {
        return NULL;
    }
    unsafe_call("calloc", site);
    bool zeroed;
    void *data = heap_take_known(total, &zeroed, site);
    unsafe_call_ends();
    return !data || zeroed ? data : memset(data, 0, total);
}

EXPORT void free(void *data) {
    uint64_t site = SITE();
    if (data) {
        unsafe_call("free", site);
        int saved = errno;
        heap_give(data, site);
        errno = saved;
        unsafe_call_ends();
    }
}

EXPORT void *realloc(void *data, size_t size) {
    uint64_t site = SITE();
    if (size > 0 && runs_out(site)) {
        return NULL;
    }
    unsafe_call("realloc", site);
    void *resized = heap_resize(data, size, site);
    unsafe_call_ends();
    return resized;
}

EXPORT void *reallocarray(void *data, size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(data, total);
}

static void *aligned(size_t alignment, size_t size, uint64_t site) {
    if (runs_out(site)) {
        return NULL;
    }
    unsafe_call("aligned_alloc", site);
    void *data = heap_take_aligned(alignment, size, site);
    unsafe_call_ends();
    return data;
}

EXPORT void *memalign(size_t alignment, size_t size) { return aligned(alignment, size, SITE()); }
EXPORT void *aligned_alloc(size_t alignment, size_t size) { return aligned(alignment, size, SITE()); }
EXPORT void *valloc(size_t size) { return aligned(4096, size, SITE()); }
EXPORT void *pvalloc(size_t size) { return aligned(4096, (size + 4095) & ~(size_t)4095, SITE()); }

EXPORT int posix_memalign(void **out, size_t alignment, size_t size) {
    uint64_t site = SITE();
    if (alignment < sizeof(void *) || (alignment & (alignment - 1))) {
        return EINVAL;
    }
    int saved = errno;
    void *data = aligned(alignment, size, site);
    errno = saved;
    if (!data) {
        return ENOMEM;
    }
    *out = data;
    return 0;
}

EXPORT size_t malloc_usable_size(void *data) { return heap_usable_size(data); }
