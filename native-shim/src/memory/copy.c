/* Copying as far as a certain byte: what it touches takes more to tell than the access pass can hand on (heddle_abi.h). */
#define _GNU_SOURCE
#include <string.h>

#include "base/compiler.h"
#include "base/real.h"
#include "memory/memory.h"
#include "model/resolve.h"
#include "model/runtime.h"

EXPORT void *memccpy(void *restrict to, const void *restrict from, int last, size_t size) {
    uint64_t site = SITE();
    if (running() && resolve_is_site(site)) {
        const char *found = memchr(from, last, size);
        size_t copied = found ? (size_t)(found - (const char *)from) + 1 : size;
        memory_reads(from, copied, site);
        memory_writes(to, copied, site);
    }
    return REAL(memccpy)(to, from, last, size);
}
