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
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/real.h"
#include "base/symbols.h"
#include "memory/mapping.h"
#include "memory/memory.h"
#include "model/addresses.h"
#include "model/note.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "race/shadow/unmapped.h"

#define PAGE 4096ull
#define WINDOW (256 * MIB) /* address space for the mappings of one thread; larger ones lie where the kernel likes */

static uint64_t pages(uint64_t bytes) { return (bytes + PAGE - 1) & ~(PAGE - 1); }

static bool is_aligned(const void *address) { return (uint64_t)(uintptr_t)address % PAGE == 0; }

/* Where the thread's next mapping should lie; the kernel takes another place if this one is taken. A page is left free behind each. */
static void *place(uint64_t bytes) {
    struct fiber *self = rt.current;
    if (bytes > WINDOW || self->seen.mapped + bytes + PAGE > WINDOW) {
        return NULL;
    }
    uint64_t at = ARENAS_END + self->id * WINDOW + self->seen.mapped;
    self->seen.mapped += bytes + PAGE;
    return (void *)at;
}

/* A line of the kernel's list of mappings; rights: as in "rw-p". */
struct mapping {
    uint64_t start, end, offset, file; /* file: the inode's number; 0 for none */
    unsigned major, minor;
    char rights[5];
};

/* Calls `each` for those that overlap a range; false if the list cannot be read. */
typedef void mapping_fn(const struct mapping *mapping, void *context);
static bool each_mapping(uint64_t start, uint64_t end, mapping_fn *each, void *context) {
    int list = (int)direct_call(SYS_open, (long)"/proc/self/maps", 0, 0, 0);
    char text[4096];
    size_t kept = 0;
    long got;
    while (list >= 0 && (got = direct_call(SYS_read, list, (long)(text + kept), (long)(sizeof text - 1 - kept), 0)) > 0) {
        kept += (size_t)got;
        text[kept] = 0;
        char *line = text, *end_of_line;
        while ((end_of_line = strchr(line, '\n'))) {
            struct mapping m;
            if (REAL(sscanf)(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %x:%x %" SCNu64, &m.start, &m.end, m.rights,
                             &m.offset, &m.major, &m.minor, &m.file) == 7 &&
                m.start < end && start < m.end) {
                each(&m, context);
            }
            line = end_of_line + 1;
        }
        kept -= (size_t)(line - text);
        memmove(text, line, kept);
    }
    direct_call(SYS_close, list, 0, 0, 0);
    return list >= 0;
}

/* Whether pages are mapped, and who may access them, for calls to which that makes a difference: a variable for the mappings of one
 * thread. */
static uint64_t lives[64];
static const struct heddle_site records[] = {
    {(const char *)lives, "", "the mappings of memory", 0, 0, HEDDLE_SITE_VARIABLE, sizeof lives},
};
static bool lives_matter; /* the program makes such calls */

void mapping_prepare(void) {
    static const char *const fail[] = {"mprotect", "madvise", "mremap", "msync", "mincore", "mlock", NULL};
    resolve_name(records, records + 1);
    lives_matter = symbols_are_referred_to(fail);
}

static void use_lives(uint64_t address, bool changes, uint64_t site) {
    if (lives_matter) {
        memory_state(&lives[address / WINDOW % (sizeof lives / sizeof *lives)], changes, site);
    }
}

static void end_lives(uint64_t start, uint64_t bytes, uint64_t site) {
    use_lives(start, true, site);
    memory_change(start, bytes, site, MEMORY_ENDS);
}

static void find_restricted(const struct mapping *m, void *found) { *(bool *)found |= strncmp(m->rights, "rw", 2) != 0; }

/* Whether one of the pages may not be read and written now. */
static bool is_restricted(uint64_t start, uint64_t end) {
    bool found = false;
    return !each_mapping(start, end, find_restricted, &found) || found;
}

static bool is_shared(const struct mapping *m) { return m->rights[3] == 's'; }

static void find_shared(const struct mapping *m, void *found) { *(bool *)found |= is_shared(m); }

bool mapping_is_shared(uint64_t address) {
    bool found = false;
    return each_mapping(address, address + 1, find_shared, &found) && found;
}

/* A part of a file. */
struct part {
    struct stat status;
    uint64_t offset, end;
    bool is_shown;
};

static void find_file(const struct mapping *m, void *context) {
    struct part *part = context;
    bool is_it = is_shared(m) && m->file == part->status.st_ino && m->major == major(part->status.st_dev) &&
                 m->minor == minor(part->status.st_dev);
    part->is_shown |= is_it && m->offset < part->end && part->offset < m->offset + (m->end - m->start);
}

static bool files_are_shown; /* the program has mapped one for others to see */

bool mapping_shows(int fd, uint64_t offset, uint64_t length) {
    struct part part = {.offset = offset, .end = length > UINT64_MAX - offset ? UINT64_MAX : offset + length};
    int saved = errno;
    bool is_shown =
        files_are_shown && fstat(fd, &part.status) == 0 && each_mapping(0, UINT64_MAX, find_file, &part) && part.is_shown;
    errno = saved;
    return is_shown;
}

EXPORT void *mmap(void *at, size_t length, int protection, int flags, int fd, off_t offset) {
    uint64_t site = SITE();
    if (!running() || length == 0) {
        return (void *)kernel_call(SYS_mmap, at, length, protection, flags, fd, offset);
    }
    bool of_file = !(flags & MAP_ANONYMOUS) && (flags & MAP_TYPE) != MAP_PRIVATE;
    if (of_file && mapping_shows(fd, (uint64_t)offset, pages(length))) {
        note(HEDDLE_NOTE_UNSEEN, 0, site, "a second mapping of the same pages");
    }
    files_are_shown |= of_file;
    if ((flags & MAP_FIXED) && is_aligned(at)) {
        end_lives((uint64_t)(uintptr_t)at, pages(length), site);
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
        end_lives((uint64_t)(uintptr_t)at, pages(length), site);
    }
    int error = (int)kernel_call(SYS_munmap, at, length);
    if (ends && error == 0) {
        memory_unmapped((uint64_t)(uintptr_t)at, pages(length), site);
    }
    return error;
}

EXPORT int mprotect(void *at, size_t length, int protection) {
    uint64_t site = SITE();
    if (running() && length > 0 && is_aligned(at)) {
        uint64_t start = (uint64_t)(uintptr_t)at, end = start + pages(length);
        bool reads = protection & PROT_READ, writes = protection & PROT_WRITE;
        use_lives(start, true, site);
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
    if (running() && is_aligned(at)) {
        use_lives((uint64_t)(uintptr_t)at, false, site);
    }
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
        end_lives(start + stays, old - stays, site);
        if (to && is_aligned(to)) {
            end_lives((uint64_t)(uintptr_t)to, new, site);
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

/* ---- segments of shared memory ---- */

static void find_segment(const struct mapping *m, void *found) { *(struct mapping *)found = *m; }

/* The length of the mapping that begins there; 0 if none does. */
static uint64_t length_at(uint64_t start) {
    struct mapping m = {0};
    return each_mapping(start, start + 1, find_segment, &m) && m.start == start ? m.end - m.start : 0;
}

EXPORT void *shmat(int segment, const void *at, int flags) {
    rt.site = NULL;
    void *got = REAL(shmat)(segment, at, flags);
    if (running() && got != MAP_FAILED) {
        memory_mapped((uint64_t)(uintptr_t)got, length_at((uint64_t)(uintptr_t)got));
    }
    return got;
}

EXPORT int shmdt(const void *at) {
    uint64_t site = SITE(), start = (uint64_t)(uintptr_t)at, length = running() ? length_at(start) : 0;
    if (length > 0) {
        end_lives(start, length, site);
    }
    int error = REAL(shmdt)(at);
    if (length > 0 && error == 0) {
        memory_unmapped(start, length, site);
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
