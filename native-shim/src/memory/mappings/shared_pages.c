/* Names for what lies in shared pages (model/memory/aliases.h). The runtime maps each of them once more, in address space that the program does
 * not know, and does not end that mapping: so a name is the same as long as the execution goes on, and can be looked at. It is given by
 * who maps the page first; that an order of mappings of one file is another one, the use of the file tells. */
#define _GNU_SOURCE
#include "memory/mappings/shared_pages.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/direct.h"
#include "base/real.h"
#include "memory/mappings/maps.h"
#include "memory/memory.h"
#include "model/addresses.h"
#include "model/memory/aliases.h"
#include "model/note.h"
#include "model/runtime.h"
#include "race/race.h"

#define PAGE 4096ull
#define MOST_EXTENTS 1024u
#define MOST_FILES 256u

/* A part of a file that has names. */
static struct extent {
    uint64_t device, inode, offset, end, name;
    uint64_t processes; /* in which the name is mapped, a bit for each */
} extents[MOST_EXTENTS];
static uint32_t extent_count;

/* Files that have been mapped. */
static struct {
    uint64_t device, inode;
    unsigned how;
} files[MOST_FILES];
static uint32_t file_count;
static bool is_full; /* there were more */

static uint64_t device_of(const struct mapping *m) { return makedev(m->major, m->minor); }

static unsigned how_mapped(uint64_t device, uint64_t inode) {
    for (uint32_t i = 0; i < file_count; i++) {
        if (files[i].device == device && files[i].inode == inode) {
            return files[i].how;
        }
    }
    return is_full ? SHARED_PAGES_PRIVATE | SHARED_PAGES_SHARED : SHARED_PAGES_NOT;
}

static void remember(uint64_t device, uint64_t inode, unsigned how) {
    uint32_t i = 0;
    while (i < file_count && !(files[i].device == device && files[i].inode == inode)) {
        i++;
    }
    is_full |= i == MOST_FILES;
    if (i < MOST_FILES) {
        files[i].device = device;
        files[i].inode = inode;
        files[i].how = how | (i < file_count ? files[i].how : 0);
        file_count += i == file_count;
    }
}

static bool look_up(int fd, struct stat *status) {
    int saved = errno;
    bool is_file = fstat(fd, status) == 0 && S_ISREG(status->st_mode);
    errno = saved;
    return is_file;
}

unsigned shared_pages_of(int fd) {
    struct stat status;
    return (file_count > 0 || is_full) && look_up(fd, &status) ? how_mapped(status.st_dev, status.st_ino) : SHARED_PAGES_NOT;
}

void shared_pages_early(int fd, bool is_private) {
    struct stat status;
    if (look_up(fd, &status)) {
        remember(status.st_dev, status.st_ino, is_private ? SHARED_PAGES_PRIVATE : SHARED_PAGES_SHARED);
    }
}

/* ---- names ---- */

/* Address space for names, which depends on the thread's own past only where the thread maps no other files meanwhile. */
static uint64_t room_for(uint64_t bytes) {
    struct fiber *self = rt.current;
    if (bytes > MAPPING_WINDOW || self->seen.named + bytes > MAPPING_WINDOW) {
        return 0;
    }
    uint64_t at = SHARED_NAMES + self->id * MAPPING_WINDOW + self->seen.named;
    self->seen.named += bytes;
    return at;
}

/* Maps these pages there; MAP_FAILED where that cannot be done. Names can be looked at although the program may not do so for now. */
static void *map_at(void *at, uint64_t start, uint64_t bytes, int fd, uint64_t offset) {
    void *got = MAP_FAILED;
    int either[] = {PROT_READ | PROT_WRITE, PROT_READ};
    for (unsigned i = 0; at && fd >= 0 && got == MAP_FAILED && i < sizeof either / sizeof *either; i++) {
        got = (void *)kernel_call(SYS_mmap, at, bytes, either[i], MAP_SHARED | MAP_FIXED_NOREPLACE, fd, offset);
    }
    if (at && fd < 0) {
        got = (void *)kernel_call(SYS_mremap, start, 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, at);
    }
    return got;
}

/* Maps these pages once more; 0 where that cannot be done. */
static uint64_t map_again(uint64_t start, uint64_t bytes, int fd, uint64_t offset) {
    void *got = map_at((void *)room_for(bytes), start, bytes, fd, offset);
    return got == MAP_FAILED ? 0 : (uint64_t)(uintptr_t)got;
}

struct part {
    uint64_t start, offset, end; /* end: of the part, in the file */
    int fd;
};

/* The name that another process has given is one here as well. */
static bool map_name(struct extent *of, const struct part *part) {
    uint64_t own = 1ull << rt.current->process;
    if (of->processes & own) {
        return true;
    }
    bool is_whole = part->offset == of->offset && part->end >= of->end;
    if (part->fd < 0 && !is_whole) {
        return false;
    }
    bool is_mapped = map_at((void *)of->name, part->start, of->end - of->offset, part->fd, of->offset) != MAP_FAILED;
    of->processes |= is_mapped ? own : 0;
    return is_mapped;
}

static bool name_new(const struct mapping *file, const struct part *part) {
    uint64_t bytes = part->end - part->offset;
    uint64_t name = extent_count < MOST_EXTENTS ? map_again(part->start, bytes, part->fd, part->offset) : 0;
    if (name) {
        extents[extent_count++] =
            (struct extent){device_of(file), file->file, part->offset, part->end, name, 1ull << rt.current->process};
    }
    return name && aliases_add(part->start, part->start + bytes, name);
}

/* Gives the part the names that its pages have, and the others new ones; false where there is no room. */
static bool name_part(const struct mapping *file, struct part part) {
    while (part.offset < part.end) {
        struct part next = part;
        uint64_t name = 0;
        for (uint32_t i = 0; i < extent_count; i++) {
            struct extent *e = &extents[i];
            if (e->device != device_of(file) || e->inode != file->file) {
                continue;
            }
            if (e->offset <= part.offset && part.offset < e->end) {
                if (!map_name(e, &part)) {
                    return false;
                }
                name = e->name + (part.offset - e->offset);
                next.end = e->end < part.end ? e->end : part.end;
                break;
            }
            if (part.offset < e->offset && e->offset < next.end) {
                next.end = e->offset;
            }
        }
        uint64_t bytes = next.end - next.offset;
        if (!(name ? aliases_add(part.start, part.start + bytes, name) : name_new(file, &next))) {
            return false;
        }
        part.start += bytes;
        part.offset += bytes;
    }
    return true;
}

struct naming {
    struct mapping file;
    int fd;
    bool failed;
};

/* All mappings of the file that have no names get theirs: the program may have some since before the execution. */
static void name_mapping(const struct mapping *m, void *context) {
    struct naming *naming = context;
    if (mapping_is_of_all(m) && mapping_is_same_file(m, &naming->file) && !is_shared_name(m->start) &&
        alias_name(m->start) == m->start) {
        aliases_end(m->start, m->end);
        naming->failed |= !name_part(m, (struct part){m->start, m->offset, m->offset + (m->end - m->start), naming->fd});
    }
}

static void find_mapping(const struct mapping *m, void *found) { *(struct mapping *)found = *m; }

void shared_pages_mapped(uint64_t start, uint64_t bytes, int fd, bool is_private, uint64_t site) {
    struct naming naming = {.fd = fd};
    int saved = errno;
    bool known = maps_each(start, start + 1, find_mapping, &naming.file) && mapping_has_file(&naming.file);
    if (!known || (!is_private && !mapping_is_of_all(&naming.file))) {
        errno = saved;
        return;
    }
    remember(device_of(&naming.file), naming.file.file, is_private ? SHARED_PAGES_PRIVATE : SHARED_PAGES_SHARED);
    unsigned how = how_mapped(device_of(&naming.file), naming.file.file);
    if (how == (SHARED_PAGES_PRIVATE | SHARED_PAGES_SHARED)) {
        note(HEDDLE_NOTE_UNSEEN, 0, site, "a private and a shared mapping of one file");
    }
    if (!is_private) {
        aliases_end(start, start + bytes);
        maps_each(0, UINT64_MAX, name_mapping, &naming);
        race_show_all();
    }
    if (naming.failed) {
        note(HEDDLE_NOTE_UNSEEN, 0, site, "a mapping of pages that others may map, too");
    }
    errno = saved;
}

bool shared_pages_inherit(uint32_t process) {
    for (uint32_t i = 0; i < extent_count; i++) {
        extents[i].processes |= extents[i].processes & 1ull << rt.current->process ? 1ull << process : 0;
    }
    return aliases_inherit(process);
}

/* ---- calls on files ---- */

void shared_pages_used_at(int fd, size_t bytes, off64_t from, bool writes, uint64_t site) {
    struct stat status;
    if (!running() || extent_count == 0 || from < 0 || !look_up(fd, &status)) {
        return;
    }
    uint64_t size = (uint64_t)status.st_size, there = writes ? (size + PAGE - 1) & ~(PAGE - 1) : size; /* pages, or bytes */
    uint64_t start = (uint64_t)from, end = start < there && bytes > there - start ? there : start + bytes;
    for (uint32_t i = 0; i < extent_count; i++) {
        const struct extent e = extents[i];
        struct part whole = {0, e.offset, e.end, fd};
        uint64_t first = e.offset > start ? e.offset : start, last = e.end < end ? e.end : end;
        if (e.device == status.st_dev && e.inode == status.st_ino && first < last && last <= there) {
            if (!map_name(&extents[i], &whole)) {
                note(HEDDLE_NOTE_UNSEEN, 0, site, "a call on a file that another process has mapped");
                continue;
            }
            const void *name = (const void *)(uintptr_t)(e.name + (first - e.offset));
            (writes ? memory_writes : memory_reads)(name, last - first, site);
        }
    }
}

void shared_pages_used(int fd, size_t bytes, bool writes, uint64_t site) {
    struct stat status;
    if (!running() || extent_count == 0 || !look_up(fd, &status)) {
        return;
    }
    int saved = errno;
    bool appends = writes && REAL(fcntl)(fd, F_GETFL) & O_APPEND;
    off64_t from = appends ? status.st_size : (off64_t)direct_call(SYS_lseek, fd, 0, SEEK_CUR, 0);
    errno = saved;
    shared_pages_used_at(fd, bytes, from, writes, site);
}
