/* There is no call that makes private pages shared: new ones are made, filled, and moved to where the old ones are. Which of the old ones
 * hold anything, /proc/self/pagemap tells (proc(5)): what was never written is zero in both. */
#define _GNU_SOURCE
#include "base/pages/share_pages.h"

#include <fcntl.h>
#include <link.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "base/direct.h"

#define PAGE 4096ul
#define WINDOW 16384u /* pages that are looked at in one go */
#define IS_THERE (3ull << 62) /* in an entry of pagemap: in memory, or swapped out */
#define SEARCHED (1ul << 30) /* a range so large is filled from its beginning on: what follows an empty window is empty */

/* Copies pages that hold anything; false where that cannot be told. `entries` has room for a window. */
static bool copy_used(uint64_t from, uint64_t end, uint64_t to, int pagemap, uint64_t *entries) {
    bool is_large = end - from > SEARCHED;
    while (from < end) {
        uint64_t pages = (end - from) / PAGE < WINDOW ? (end - from) / PAGE : WINDOW;
        long bytes = (long)(pages * sizeof *entries);
        if (direct_call(SYS_pread64, pagemap, (long)entries, bytes, (long)(from / PAGE * sizeof *entries)) != bytes) {
            return false;
        }
        bool any = false;
        for (uint64_t i = 0; i < pages; i++) {
            if (entries[i] & IS_THERE) {
                memcpy((void *)(to + i * PAGE), (const void *)(from + i * PAGE), PAGE);
                any = true;
            }
        }
        if (is_large && !any) {
            return true;
        }
        from += pages * PAGE;
        to += pages * PAGE;
    }
    return true;
}

bool share_pages(uint64_t start, uint64_t end) {
    end = (end + PAGE - 1) & ~(PAGE - 1);
    int pagemap = (int)direct_call(SYS_openat, AT_FDCWD, (long)"/proc/self/pagemap", O_RDONLY | O_CLOEXEC, 0);
    uint64_t *entries = direct_map(NULL, WINDOW * sizeof *entries, MAP_PRIVATE);
    void *shared = direct_map(NULL, end - start, MAP_SHARED);
    bool done = pagemap >= 0 && entries != MAP_FAILED && shared != MAP_FAILED &&
                copy_used(start, end, (uint64_t)(uintptr_t)shared, pagemap, entries) &&
                kernel_call(SYS_mremap, shared, end - start, end - start, MREMAP_MAYMOVE | MREMAP_FIXED, start) != -1;
    if (!done && shared != MAP_FAILED) {
        direct_unmap(shared, end - start);
    }
    if (entries != MAP_FAILED) {
        direct_unmap(entries, WINDOW * sizeof *entries);
    }
    if (pagemap >= 0) {
        direct_call(SYS_close, pagemap, 0, 0, 0);
    }
    return done;
}

struct variables {
    uint64_t start, end;
};

static const char in_this_module;

/* What the dynamic linker has made read-only lies before them. */
static int find(struct dl_phdr_info *info, size_t size, void *found) {
    (void)size;
    struct variables is = {0, 0};
    uint64_t read_only_end = 0;
    bool is_this = false;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uint64_t start = info->dlpi_addr + part->p_vaddr, end = start + part->p_memsz;
        is_this |= part->p_type == PT_LOAD && (uint64_t)(uintptr_t)&in_this_module - start < part->p_memsz;
        if (part->p_type == PT_LOAD && (part->p_flags & PF_W)) {
            is = (struct variables){start, end};
        } else if (part->p_type == PT_GNU_RELRO) {
            read_only_end = end;
        }
    }
    is.start = ((read_only_end > is.start ? read_only_end : is.start) + PAGE - 1) & ~(PAGE - 1);
    if (is_this) {
        *(struct variables *)found = is;
    }
    return is_this;
}

bool share_own_variables(void) {
    struct variables own = {0, 0};
    return dl_iterate_phdr(find, &own) && own.start < own.end && share_pages(own.start, own.end);
}

bool is_own_variable(uint64_t address) {
    static struct variables own;
    if (own.end == 0) {
        dl_iterate_phdr(find, &own);
    }
    return address >= own.start && address < own.end;
}
