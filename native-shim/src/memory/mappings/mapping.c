/* The lives of mappings. Unmapping pages, or mapping others in their place, ends the life of what they hold, as free does that of a
 * heap block; taking the right to access them away conflicts with the accesses that would not be allowed any more. Where a mapping
 * lies depends on what its thread has mapped before, and on nothing else; no address is given out twice. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/real.h"
#include "base/symbols.h"
#include "core/failures.h"
#include "memory/life.h"
#include "memory/mappings/mapping.h"
#include "memory/mappings/maps.h"
#include "memory/mappings/places.h"
#include "memory/mappings/shared_pages.h"
#include "memory/library_state.h"
#include "model/addresses.h"
#include "model/ending.h"
#include "model/fibers/processes.h"
#include "model/memory/aliases.h"
#include "model/note.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "race/shadow/unmapped.h"

#define PAGE 4096ull

static uint64_t pages(uint64_t bytes) { return (bytes + PAGE - 1) & ~(PAGE - 1); }

static bool is_aligned(const void *address) { return (uint64_t)(uintptr_t)address % PAGE == 0; }

/* Where the thread's next mapping should lie; the kernel takes another place if this one is taken. A page is left free behind each. */
static void *place(uint64_t bytes) {
    struct fiber *self = rt.current;
    if (bytes > MAPPING_WINDOW || self->seen.mapped + bytes + PAGE > MAPPING_WINDOW) {
        return NULL;
    }
    uint64_t at = ARENAS_END + self->id * MAPPING_WINDOW + self->seen.mapped;
    self->seen.mapped += bytes + PAGE;
    return (void *)at;
}

/* Whether pages are mapped, and who may access them, for calls to which that makes a difference: a variable for the mappings of one
 * thread. */
static uint64_t lives[64];
static const struct heddle_site records[] = {
    OWN_VARIABLE(lives, "the mappings of memory"),
};
static bool lives_matter; /* the program makes such calls */
static bool protects; /* and changes who may access pages, which may be any */

void mapping_prepare(void) {
    static const char *const fail[] = {"mprotect", "pkey_mprotect", "madvise", "posix_madvise", "mremap",  "munmap",
                                       "msync",    "mincore",       "mlock",   "mlock2",        "munlock", NULL};
    resolve_name(records, records + 1);
    static const char *const protect[] = {"mprotect", "pkey_mprotect", NULL};
    lives_matter = symbols_are_referred_to(fail);
    protects = symbols_are_referred_to(protect);
}

static void use_lives(uint64_t address, bool changes, uint64_t site) {
    if (lives_matter) {
        memory_state(&lives[address / MAPPING_WINDOW % (sizeof lives / sizeof *lives)], changes, site);
    }
}

void mapping_looked_at(const void *address, uint64_t site) {
    if (running() && rt.fiber_count > 1) {
        use_lives((uint64_t)(uintptr_t)address, false, site);
    }
}

void mapping_handed_over(const void *address, uint64_t site) {
    if (protects || (uint64_t)(uintptr_t)address >= ARENAS_END) {
        mapping_looked_at(address, site);
    }
}

static void end_lives(uint64_t start, uint64_t bytes, uint64_t site) {
    use_lives(start, true, site);
    memory_change(start, bytes, site, MEMORY_ENDS);
}

/* What lay there is gone. */
static void unmapped(uint64_t start, uint64_t bytes, uint64_t site) {
    places_ended(start, bytes);
    aliases_gone(start, start + bytes);
    memory_unmapped(start, bytes, site);
}

static void find_restricted(const struct mapping *m, void *found) { *(bool *)found |= strncmp(m->rights, "rw", 2) != 0; }

/* Whether one of the pages may not be read and written now. */
static bool is_restricted(uint64_t start, uint64_t end) {
    bool found = false;
    return !maps_each(start, end, find_restricted, &found) || found;
}

static void find_shared(const struct mapping *m, void *found) { *(bool *)found |= mapping_is_of_all(m); }

bool mapping_is_shared(uint64_t address) {
    bool found = false;
    return maps_each(address, address + 1, find_shared, &found) && found;
}

static bool file_is_shared;

bool mapping_of_file_is_shared(void) { return file_is_shared; }

static bool is_beside_others(void) { return UNLIKELY(rt.processes) && running() && processes_others_live(); }

/* Whether what becomes of pages that processes share concerns the running one only: it is the only one left. */
static bool is_alone(void) { return running() && LIKELY(!is_beside_others()); }

/* Whether nobody else has the pages there. */
static bool is_modelled(const void *at) {
    return running() && (LIKELY(!is_beside_others()) || processes_is_own((uint64_t)(uintptr_t)at));
}

/* Whether its pages get names. Shared memory without a name is at one address in all processes, but where it is mapped after a fork. */
static bool is_named(int flags) {
    return !(flags & MAP_ANONYMOUS) || (UNLIKELY(rt.processes) && (flags & MAP_TYPE) != MAP_PRIVATE);
}

static int named_by(int flags, int fd) { return flags & MAP_ANONYMOUS ? -1 : fd; }

static void ends_beside_others(const void *at, size_t length) {
    if (UNLIKELY(rt.processes) && running()) {
        aliases_end((uint64_t)(uintptr_t)at, (uint64_t)(uintptr_t)at + pages(length));
    }
}

/* Pages that others map as well, elsewhere, and by whose names they are known; or in the place of such pages. */
static void *map_beside_others(void *at, size_t length, int protection, int flags, int fd, off_t offset, uint64_t site) {
    bool anywhere = !at && !(flags & (MAP_FIXED | MAP_FIXED_NOREPLACE | MAP_32BIT));
    bool is_private = (flags & MAP_TYPE) == MAP_PRIVATE;
    void *hint = anywhere ? place(pages(length)) : at;
    void *got = (void *)kernel_call(SYS_mmap, hint, length, protection, flags, fd, offset);
    if (got != MAP_FAILED) {
        ends_beside_others(got, length);
        if (is_named(flags)) {
            shared_pages_mapped((uint64_t)(uintptr_t)got, pages(length), named_by(flags, fd), is_private, site);
        }
    }
    return got;
}

EXPORT void *mmap(void *at, size_t length, int protection, int flags, int fd, off_t offset) {
    uint64_t site = SITE();
    bool is_private = (flags & MAP_TYPE) == MAP_PRIVATE;
    file_is_shared |= !is_private && !(flags & MAP_ANONYMOUS);
    if (is_beside_others() && length > 0 && (!is_private || !processes_is_own((uint64_t)(uintptr_t)at))) {
        return map_beside_others(at, length, protection, flags, fd, offset, site);
    }
    if (!running() || length == 0) {
        void *early = (void *)kernel_call(SYS_mmap, at, length, protection, flags, fd, offset);
        if (!(flags & MAP_ANONYMOUS) && early != MAP_FAILED) {
            shared_pages_early(fd, is_private);
        }
        return early;
    }
    if (UNLIKELY(call_fails(HEDDLE_FAILING_MMAP, ENOMEM, site))) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    bool replaces = (flags & MAP_FIXED) && is_aligned(at);
    if (replaces) {
        end_lives((uint64_t)(uintptr_t)at, pages(length), site);
    }
    if (at && !replaces) { /* it is there, or elsewhere, or fails, by what is mapped there now */
        use_lives((uint64_t)(uintptr_t)at, true, site);
    }
    bool anywhere = !at && !(flags & (MAP_FIXED | MAP_FIXED_NOREPLACE | MAP_32BIT));
    void *hint = anywhere ? place(pages(length)) : at;
    void *got = (void *)kernel_call(SYS_mmap, hint, length, protection, flags, fd, offset);
    if (got != MAP_FAILED) {
        if (replaces) {
            aliases_end((uint64_t)(uintptr_t)at, (uint64_t)(uintptr_t)at + pages(length));
        }
        ends_beside_others(got, length);
        memory_mapped((uint64_t)(uintptr_t)got, pages(length));
        if (anywhere) {
            places_begun((uint64_t)(uintptr_t)got, pages(length));
        }
        if (is_named(flags)) {
            shared_pages_mapped((uint64_t)(uintptr_t)got, pages(length), named_by(flags, fd), is_private, site);
        }
    }
    return got;
}

EXPORT void *mmap64(void *at, size_t length, int protection, int flags, int fd, off64_t offset) {
    PASS_SITE();
    return mmap(at, length, protection, flags, fd, offset);
}

EXPORT int munmap(void *at, size_t length) {
    uint64_t site = SITE();
    bool ends = is_modelled(at) && length > 0 && is_aligned(at);
    if (ends) {
        end_lives((uint64_t)(uintptr_t)at, pages(length), site);
    }
    int error = (int)kernel_call(SYS_munmap, at, length);
    if (ends && error == 0) {
        unmapped((uint64_t)(uintptr_t)at, pages(length), site);
    } else if (is_beside_others() && error == 0) {
        ends_beside_others(at, length);
    }
    return error;
}

static void protect_pages(void *at, size_t length, int protection, uint64_t site) {
    if (is_modelled(at) && length > 0 && is_aligned(at)) {
        uint64_t start = (uint64_t)(uintptr_t)at, end = start + pages(length);
        bool reads = protection & PROT_READ, writes = protection & PROT_WRITE;
        use_lives(start, true, site);
        if (!reads || !writes || is_restricted(start, end)) {
            memory_change(start, end - start, site, reads && !writes ? MEMORY_KEEPS : MEMORY_CHANGES);
        }
    }
}

EXPORT int mprotect(void *at, size_t length, int protection) {
    protect_pages(at, length, protection, SITE());
    return (int)kernel_call(SYS_mprotect, at, length, protection);
}

EXPORT int pkey_mprotect(void *at, size_t length, int protection, int key) {
    protect_pages(at, length, protection, SITE());
    return (int)kernel_call(SYS_pkey_mprotect, at, length, protection, key);
}

EXPORT int madvise(void *at, size_t length, int advice) {
    uint64_t site = SITE();
    enum { DONTNEED_LOCKED = 24 };
    bool drops = advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE || advice == DONTNEED_LOCKED;
    if (is_modelled(at) && is_aligned(at)) {
        use_lives((uint64_t)(uintptr_t)at, false, site);
    }
    if (is_modelled(at) && drops && is_aligned(at)) {
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
    if (is_beside_others() && alias_name(start) != start) {
        end_execution_uncontrolled("shared memory is moved beside it");
    }
    bool ends = is_modelled(at);
    if (ends && is_aligned(at) && old > 0) {
        uint64_t stays = may_move ? 0 : new < old ? new : old;
        end_lives(start + stays, old - stays, site);
        if (to && is_aligned(to)) {
            end_lives((uint64_t)(uintptr_t)to, new, site);
        }
    }
    void *got = (void *)kernel_call(SYS_mremap, at, old_length, new_length, flags, to);
    if (ends && got != MAP_FAILED) {
        if (got != at) {
            memory_mapped((uint64_t)(uintptr_t)got, new);
            if (old > 0) {
                unmapped(start, old, site);
            }
            shared_pages_mapped((uint64_t)(uintptr_t)got, new, -1, false, site);
        } else if (new < old) {
            unmapped(start + new, old - new, site);
        }
    }
    return got;
}

/* ---- segments of shared memory ---- */

static void find_segment(const struct mapping *m, void *found) { *(struct mapping *)found = *m; }

/* The length of the mapping that begins there; 0 if none does. */
static uint64_t length_at(uint64_t start) {
    struct mapping m = {0};
    return maps_each(start, start + 1, find_segment, &m) && m.start == start ? m.end - m.start : 0;
}

EXPORT void *shmat(int segment, const void *at, int flags) {
    uint64_t site = SITE();
    void *got = REAL(shmat)(segment, at, flags);
    if (running() && got != MAP_FAILED) {
        uint64_t length = length_at((uint64_t)(uintptr_t)got);
        if (is_alone()) {
            memory_mapped((uint64_t)(uintptr_t)got, length);
        }
        ends_beside_others(got, length);
        shared_pages_mapped((uint64_t)(uintptr_t)got, length, -1, false, site);
    }
    return got;
}

EXPORT int shmdt(const void *at) {
    uint64_t site = SITE(), start = (uint64_t)(uintptr_t)at, length = running() ? length_at(start) : 0;
    bool ends = is_alone() && length > 0;
    if (ends) {
        end_lives(start, length, site);
    }
    int error = REAL(shmdt)(at);
    if (ends && error == 0) {
        unmapped(start, length, site);
    } else if (is_beside_others() && error == 0) {
        ends_beside_others(at, length);
    }
    return error;
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
        unmapped(after, before - after, site);
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
