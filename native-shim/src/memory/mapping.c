/* The lives of mappings. Unmapping pages, or mapping others in their place, ends the life of what they hold, as free does that of a
 * heap block; taking the right to access them away conflicts with the accesses that would not be allowed any more. Where a mapping
 * lies depends on what its thread has mapped before, and on nothing else; no address is given out twice. */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/real.h"
#include "memory/mapping.h"
#include "memory/memory.h"
#include "model/addresses.h"
#include "model/runtime.h"
#include "race/marks.h"

#define PAGE 4096ull
#define WINDOW (256 * MIB) /* address space for the mappings of one thread; larger ones lie where the kernel likes */

static uint64_t pages(uint64_t bytes) { return (bytes + PAGE - 1) & ~(PAGE - 1); }

static bool is_aligned(const void *address) { return (uint64_t)(uintptr_t)address % PAGE == 0; }

/* Where the thread's next mapping should lie; the kernel takes another place if this one is taken. A page is left free behind each. */
static void *place(uint64_t bytes) {
    struct fiber *self = rt.current;
    if (bytes > WINDOW || self->mapped + bytes + PAGE > WINDOW) {
        return NULL;
    }
    uint64_t at = ARENAS_END + self->id * WINDOW + self->mapped;
    self->mapped += bytes + PAGE;
    return (void *)at;
}

EXPORT void *mmap(void *at, size_t length, int protection, int flags, int fd, off_t offset) {
    uint64_t site = SITE();
    if (!running() || length == 0) {
        return (void *)kernel_call(SYS_mmap, at, length, protection, flags, fd, offset);
    }
    if ((flags & MAP_FIXED) && is_aligned(at)) {
        memory_change((uint64_t)(uintptr_t)at, pages(length), site, MEMORY_ENDS);
    }
    bool anywhere = !at && !(flags & (MAP_FIXED | MAP_FIXED_NOREPLACE | MAP_32BIT));
    void *hint = anywhere ? place(pages(length)) : at;
    void *got = (void *)kernel_call(SYS_mmap, hint, length, protection, flags, fd, offset);
    if (got != MAP_FAILED) {
        memory_mapped((uint64_t)(uintptr_t)got, pages(length));
    }
    return got;
}

EXPORT void *mmap64(void *at, size_t length, int protection, int flags, int fd, off64_t offset) {
    PASS_SITE();
    return mmap(at, length, protection, flags, fd, offset);
}

EXPORT int munmap(void *at, size_t length) {
    uint64_t site = SITE();
    bool ends = running() && length > 0 && is_aligned(at);
    if (ends) {
        memory_change((uint64_t)(uintptr_t)at, pages(length), site, MEMORY_ENDS);
    }
    int error = (int)kernel_call(SYS_munmap, at, length);
    if (ends && error == 0) {
        memory_unmapped((uint64_t)(uintptr_t)at, pages(length), site);
    }
    return error;
}

/* Calls `each` for the kernel's list of mappings that overlap a range, with their rights as in "rw-p"; false if it cannot be read. */
typedef void mapping_fn(const char *rights, void *context);
static bool each_mapping(uint64_t start, uint64_t end, mapping_fn *each, void *context) {
    int file = (int)direct_call(SYS_open, (long)"/proc/self/maps", 0, 0, 0);
    char text[4096];
    size_t kept = 0;
    long got;
    while (file >= 0 && (got = direct_call(SYS_read, file, (long)(text + kept), (long)(sizeof text - 1 - kept), 0)) > 0) {
        kept += (size_t)got;
        text[kept] = 0;
        char *line = text, *end_of_line;
        while ((end_of_line = strchr(line, '\n'))) {
            uint64_t from, to;
            char rights[5] = "";
            if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s", &from, &to, rights) == 3 && from < end && start < to) {
                each(rights, context);
            }
            line = end_of_line + 1;
        }
        kept -= (size_t)(line - text);
        memmove(text, line, kept);
    }
    direct_call(SYS_close, file, 0, 0, 0);
    return file >= 0;
}

static void find_restricted(const char *rights, void *found) { *(bool *)found |= strncmp(rights, "rw", 2) != 0; }

/* Whether one of the pages may not be read and written now. */
static bool is_restricted(uint64_t start, uint64_t end) {
    bool found = false;
    return !each_mapping(start, end, find_restricted, &found) || found;
}

static void find_shared(const char *rights, void *found) { *(bool *)found |= rights[3] == 's'; }

bool mapping_is_shared(uint64_t address) {
    bool found = false;
    return each_mapping(address, address + 1, find_shared, &found) && found;
}

EXPORT int mprotect(void *at, size_t length, int protection) {
    uint64_t site = SITE();
    if (running() && length > 0 && is_aligned(at)) {
        uint64_t start = (uint64_t)(uintptr_t)at, end = start + pages(length);
        bool reads = protection & PROT_READ, writes = protection & PROT_WRITE;
        if (!reads || !writes || is_restricted(start, end)) {
            memory_change(start, end - start, site, reads && !writes ? MEMORY_KEEPS : MEMORY_CHANGES);
        }
    }
    return (int)kernel_call(SYS_mprotect, at, length, protection);
}

EXPORT int madvise(void *at, size_t length, int advice) {
    uint64_t site = SITE();
    enum { DONTNEED_LOCKED = 24 };
    bool drops = advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE || advice == DONTNEED_LOCKED;
    if (running() && drops && is_aligned(at)) {
        memory_change((uint64_t)(uintptr_t)at, pages(length), site, MEMORY_CHANGES);
    }
    return (int)kernel_call(SYS_madvise, at, length, advice);
}

EXPORT void *mremap(void *at, size_t old_length, size_t new_length, int flags, ...) {
    uint64_t site = SITE();
    va_list arguments;
    va_start(arguments, flags);
    void *to = flags & MREMAP_FIXED ? va_arg(arguments, void *) : NULL;
    va_end(arguments);
    uint64_t start = (uint64_t)(uintptr_t)at, old = pages(old_length), new = pages(new_length);
    bool may_move = flags & MREMAP_MAYMOVE;
    if (running() && is_aligned(at) && old > 0) {
        uint64_t stays = may_move ? 0 : new < old ? new : old;
        memory_change(start + stays, old - stays, site, MEMORY_ENDS);
        if (to && is_aligned(to)) {
            memory_change((uint64_t)(uintptr_t)to, new, site, MEMORY_ENDS);
        }
    }
    void *got = (void *)kernel_call(SYS_mremap, at, old_length, new_length, flags, to);
    if (running() && got != MAP_FAILED) {
        if (got != at && old > 0) {
            memory_mapped((uint64_t)(uintptr_t)got, new);
            memory_unmapped(start, old, site);
        } else if (new < old) {
            memory_unmapped(start + new, old - new, site);
        }
    }
    return got;
}

/* ---- the end of the data segment ---- */

static void shrinks(void *from, void *to, uint64_t site) {
    uint64_t start = pages((uint64_t)(uintptr_t)to), end = pages((uint64_t)(uintptr_t)from);
    if (running() && start < end) {
        memory_change(start, end - start, site, MEMORY_ENDS);
    }
}

static void has_moved(void *from, void *to, uint64_t site) {
    uint64_t before = pages((uint64_t)(uintptr_t)from), after = pages((uint64_t)(uintptr_t)to);
    if (running() && after < before) {
        memory_unmapped(after, before - after, site);
    } else if (running() && before < after) {
        memory_mapped(before, after - before);
    }
}

EXPORT int brk(void *to) {
    uint64_t site = SITE();
    void *before = REAL(sbrk)(0);
    shrinks(before, to, site);
    int error = REAL(brk)(to);
    has_moved(before, error ? before : to, site);
    return error;
}

EXPORT void *sbrk(intptr_t by) {
    uint64_t site = SITE();
    void *before = REAL(sbrk)(0);
    if (by == 0) {
        return before;
    }
    shrinks(before, (char *)before + by, site);
    void *result = REAL(sbrk)(by);
    has_moved(before, REAL(sbrk)(0), site);
    return result;
}
