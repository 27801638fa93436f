/* Leaks. A mark phase over all words that could be pointers (Boehm and Weiser, Software: Practice and Experience 1988): what is
 * not reached from the roots is lost. Whatever memory is not known to be without a pointer counts as a root. */
#define _GNU_SOURCE
#include "report/leak.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <link.h>
#include <string.h>
#include <sys/syscall.h>

#include "base/direct.h"
#include "base/runtime_memory.h"
#include "model/addresses.h"
#include "model/arenas.h"
#include "model/fiber.h"
#include "model/note.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "model/shared.h"

#define TLS_FARTHEST (1 * MIB) /* below the TCB: what the modules that were loaded at the start have */

enum state { LOST, LED_TO, REACHED };

struct candidate {
    uint64_t start, end; /* where the block, as asked for, ends */
    uint32_t allocated_at, thread;
    uint32_t state;
    uint32_t reserved;
};

static struct candidate *blocks;
static uint32_t *pending; /* indices of blocks whose words are still to be looked at */
static uint32_t block_count, pending_count, now_thread;
static enum state now_state; /* what a block that a word points to becomes */

/* ---- the blocks, by address ---- */

static void count_block(uint64_t start, uint64_t size, uint32_t allocated_at, bool early, void *context) {
    (void)start;
    (void)size;
    (void)allocated_at;
    (void)early;
    ++*(uint32_t *)context;
}

/* What was allocated before main is not looked for: some of it is the runtime's own. */
static void add_block(uint64_t start, uint64_t size, uint32_t allocated_at, bool early, void *context) {
    (void)context;
    blocks[block_count] = (struct candidate){start, start + size, allocated_at, now_thread, early ? REACHED : LOST, 0};
    if (early) {
        pending[pending_count++] = block_count;
    }
    block_count++;
}

/* The first arenas of all threads lie below all second ones, and that of the first thread behind these. */
static void each_block(heap_block_fn *each, void *context) {
    for (uint32_t id = 0; id < MAX_THREAD_ID; id++) {
        now_thread = id;
        if (fiber_by_id(id)) {
            heap_blocks_of(id, false, each, context);
        }
    }
    for (uint32_t id = 1; id <= MAX_THREAD_ID; id++) {
        now_thread = id % MAX_THREAD_ID;
        if (fiber_by_id(now_thread)) {
            heap_blocks_of(now_thread, true, each, context);
        }
    }
}

static bool find_blocks(void) {
    uint32_t count = 0;
    each_block(count_block, &count);
    if (count == 0) {
        return false;
    }
    blocks = runtime_pages(count * sizeof *blocks);
    pending = runtime_pages(count * sizeof *pending);
    if (!blocks || !pending) {
        return false;
    }
    each_block(add_block, NULL);
    return true;
}

/* A pointer just behind a block counts for it. */
static struct candidate *block_at(uint64_t address) {
    uint32_t low = 0, high = block_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (blocks[middle].end < address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < block_count && blocks[low].start <= address ? &blocks[low] : NULL;
}

/* ---- marking ---- */

static void look_at(uint64_t word) {
    if (word < FIBER_SLOTS || word >= ARENAS_END) {
        return;
    }
    struct candidate *block = block_at(word);
    if (block && block->state == LOST) {
        block->state = now_state;
        pending[pending_count++] = (uint32_t)(block - blocks);
    }
}

static void scan(uint64_t from, uint64_t to) {
    for (uint64_t at = (from + 7) & ~7ull; at + 8 <= to; at += 8) {
        look_at(*(const uint64_t *)at);
    }
}

static void follow(void) {
    while (pending_count > 0) {
        const struct candidate *block = &blocks[pending[--pending_count]];
        scan(block->start, block->end);
    }
}

/* ---- roots: mapped memory ---- */

#define MAX_EXCLUDED (MAX_RUNTIME_RANGES + MAX_FIBERS + 64u)

struct excluded {
    uint32_t count;
    struct {
        uint64_t start, end;
    } ranges[MAX_EXCLUDED];
};

static void exclude(uint64_t start, uint64_t end, void *context) {
    struct excluded *excluded = context;
    if (excluded->count < MAX_EXCLUDED && start < end) {
        excluded->ranges[excluded->count].start = start;
        excluded->ranges[excluded->count++].end = end;
    }
}

extern const char __ehdr_start[] __attribute__((visibility("hidden")));

static int exclude_own_variables(struct dl_phdr_info *info, size_t size, void *excluded) {
    (void)size;
    if (info->dlpi_addr != (uint64_t)(uintptr_t)__ehdr_start) {
        return 0;
    }
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_W)) {
            exclude(info->dlpi_addr + segment->p_vaddr, info->dlpi_addr + segment->p_vaddr + segment->p_memsz, excluded);
        }
    }
    return 1;
}

static void scan_outside(const struct excluded *excluded, uint64_t start, uint64_t end) {
    while (start < end) {
        uint64_t stop = end, next = end;
        for (uint32_t i = 0; i < excluded->count; i++) {
            if (excluded->ranges[i].end <= start || excluded->ranges[i].start >= stop) {
                continue;
            }
            stop = excluded->ranges[i].start > start ? excluded->ranges[i].start : start;
            next = excluded->ranges[i].end;
        }
        scan(start, stop);
        start = next;
    }
}

/* One line of /proc/self/maps: "start-end rwxp offset device inode path". */
static void scan_mapping(const char *line, const struct excluded *excluded) {
    uint64_t bounds[2] = {0, 0};
    for (int i = 0; i < 2; i++, line++) {
        for (; (*line >= '0' && *line <= '9') || (*line >= 'a' && *line <= 'f'); line++) {
            bounds[i] = bounds[i] << 4 | (uint64_t)(*line <= '9' ? *line - '0' : *line - 'a' + 10);
        }
    }
    if (line[0] == 'r' && line[1] == 'w' && line[3] == 'p' && !strstr(line, "[stack]")) {
        scan_outside(excluded, bounds[0], bounds[1]);
    }
}

/* Reads the file as a whole first: what is mapped must not change meanwhile. */
static void scan_mappings(const struct excluded *excluded) {
    enum { ROOM = 4 << 20 };
    char *text = runtime_pages(ROOM);
    int file = (int)kernel_call(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC);
    long length = 0, got = 0;
    while (text && file >= 0 && length < ROOM - 1 && (got = kernel_call(SYS_read, file, text + length, ROOM - 1 - length)) > 0) {
        length += got;
    }
    kernel_call(SYS_close, file);
    for (char *line = text; line && *line;) {
        char *end = strchrnul(line, '\n');
        bool last = *end == 0;
        *end = 0;
        scan_mapping(line, excluded);
        line = last ? NULL : end + 1;
    }
}

/* The runtime's own variables are none of the program's, and hold addresses of its objects all the same. */
static void scan_variables(void) {
    struct excluded *excluded = runtime_pages(sizeof *excluded);
    if (!excluded) {
        now_state = REACHED;
        return;
    }
    runtime_ranges(exclude, excluded);
    exclude(FIBER_SLOTS, ARENAS_END, excluded);
    for (uint32_t i = 1; i < fiber_pool_size(); i++) {
        uint64_t start, end;
        fiber_parked_stack(i, &start, &end);
        exclude(start, end, excluded);
    }
    dl_iterate_phdr(exclude_own_variables, excluded);
    scan_mappings(excluded);
}

/* ---- roots: threads ---- */

/* Where thread-local variables lie, before the TCB: all of the program's, and those of libc. */
struct tls {
    uint64_t fs, farthest;
    uint64_t libc_from, libc_to;
};

static int find_tls(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    struct tls *tls = context;
    uint64_t start = (uint64_t)(uintptr_t)info->dlpi_tls_data, distance = tls->fs - start;
    if (start == 0 || start >= tls->fs || distance > TLS_FARTHEST) {
        return 0; /* not of the modules that were loaded at the start: a heap block, which the TCB leads to */
    }
    tls->farthest = distance > tls->farthest ? distance : tls->farthest;
    if (strstr(info->dlpi_name, "/libc.so")) {
        for (int i = 0; i < info->dlpi_phnum; i++) {
            if (info->dlpi_phdr[i].p_type == PT_TLS) {
                tls->libc_from = distance;
                tls->libc_to = distance - info->dlpi_phdr[i].p_memsz;
            }
        }
    }
    return 0;
}

static uint64_t tcb_size(void) {
    const uint32_t *size = dlsym(RTLD_DEFAULT, "_thread_db_sizeof_pthread"); /* what debuggers ask libc for */
    return size ? *size : 4 * sizeof(void *);
}

static void scan_living(const struct fiber *fiber, const struct tls *tls, uint64_t frame) {
    uint64_t top = fiber_stack_top(fiber->id);
    scan(fiber != rt.current ? (uint64_t)(uintptr_t)fiber->sp : frame ? frame : top, top);
    scan(fiber->fs - tls->farthest, fiber->fs + tcb_size());
    look_at((uint64_t)(uintptr_t)fiber->argument);
    if (fiber->specific) {
        scan((uint64_t)(uintptr_t)fiber->specific, (uint64_t)(uintptr_t)(fiber->specific + PTHREAD_KEYS_MAX));
    }
}

/* libc frees what its own thread-local variables, and its fields of the TCB, point to where a thread really ends. */
static void scan_ended(const struct fiber *fiber, const struct tls *tls) {
    scan(fiber->fs - tls->libc_from, fiber->fs - tls->libc_to);
    scan(fiber->fs, fiber->fs + tcb_size());
    if (!fiber->joined && !fiber->detached) {
        look_at((uint64_t)(uintptr_t)fiber->result);
    }
}

static void forget_table(const struct fiber *fiber) {
    struct candidate *table = fiber->specific ? block_at((uint64_t)(uintptr_t)fiber->specific) : NULL;
    if (table) {
        table->state = REACHED;
    }
}

static void scan_threads(uint64_t frame) {
    struct tls tls = {.fs = rt.current->fs};
    dl_iterate_phdr(find_tls, &tls);
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        forget_table(&rt.fibers[i]);
    }
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const struct fiber *fiber = &rt.fibers[i];
        if (fiber->exited) {
            scan_ended(fiber, &tls);
        } else {
            scan_living(fiber, &tls, frame);
        }
    }
}

static void scan_block(uint64_t start, uint64_t size, uint32_t allocated_at, bool early, void *context) {
    (void)allocated_at;
    (void)early;
    (void)context;
    scan(start, start + size);
}

/* ---- what is told ---- */

/* Of lost blocks only those are told that no other lost one leads to; of a circle, the first. */
static void find_led_to(void) {
    now_state = LED_TO;
    for (uint32_t i = 0; i < block_count; i++) {
        if (blocks[i].state == LOST) {
            blocks[i].state = REACHED; /* whatever leads back to it */
            scan(blocks[i].start, blocks[i].end);
            follow();
            blocks[i].state = LOST;
        }
    }
}

static void tell(struct candidate *first) {
    uint64_t count = 0, bytes = 0;
    for (struct candidate *b = first; b < blocks + block_count; b++) {
        if (b->state == LOST && b->allocated_at == first->allocated_at) {
            count++;
            bytes += b->end - b->start;
            b->state = b == first ? LOST : LED_TO;
        }
    }
    uint64_t site = resolve_place(first->allocated_at);
    struct heddle_note n = {
        .kind = HEDDLE_NOTE_LEAK, .thread = first->thread, .object = first->start, .site = site, .bytes = bytes, .block = count};
    note_memory(&n);
}

void leak_check(uint64_t frame) {
    if (rt.debugged || !find_blocks()) {
        return;
    }
    now_state = REACHED;
    scan_variables();
    scan_threads(frame);
    heap_blocks_of(ZYGOTE_ARENA, false, scan_block, NULL);
    follow();
    find_led_to();
    for (uint32_t i = 0; i < block_count; i++) {
        if (blocks[i].state == LOST) {
            tell(&blocks[i]);
        }
    }
}
