/* Calls that fail where pages are not mapped, or may not be accessed so, and do nothing to what they hold. */
#define _GNU_SOURCE
#include <sys/mman.h>

#include "base/compiler.h"
#include "base/real.h"
#include "memory/mappings/mapping.h"
#include "model/runtime.h"

#define LOOKING(at, call)                \
    ({                                   \
        mapping_looked_at((at), SITE()); \
        (call);                          \
    })

EXPORT int mlock(const void *at, size_t length) { return LOOKING(at, REAL(mlock)(at, length)); }

EXPORT int mlock2(const void *at, size_t length, unsigned flags) { return LOOKING(at, REAL(mlock2)(at, length, flags)); }

EXPORT int munlock(const void *at, size_t length) { return LOOKING(at, REAL(munlock)(at, length)); }

EXPORT int mincore(void *at, size_t length, unsigned char *resident) { return LOOKING(at, REAL(mincore)(at, length, resident)); }

EXPORT int posix_madvise(void *at, size_t length, int advice) { return LOOKING(at, REAL(posix_madvise)(at, length, advice)); }
