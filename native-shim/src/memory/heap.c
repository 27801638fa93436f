/* A deterministic heap. The address of a block depends only on what the allocating thread itself has allocated and freed
 * before, so that one block has one address in every execution (ALGORITHMS: stable names). Every thread has an arena of
 * its own with a bump pointer. A freed block goes into the quarantine of the thread that freed it, first in first out,
 * and is reused, by that thread, only when the quarantine holds more than QUARANTINE_LIMIT bytes: until then a second
 * free of it, or a use, can be told. Where that makes a difference, see given_again.h.
 *
 * Blocks lie one after another in an arena, each behind a header, so that a walk finds the block of an address. Header and unused
 * room are red zones: the check for races knows that nobody may access them, nor what is freed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/asan.h"
#include "base/compiler.h"
#include "base/direct.h"
#include "base/hot.h"
#include "base/real.h"
#include "memory/given_again.h"
#include "memory/heap.h"
#include "memory/life.h"
#include "memory/memory.h"
#include "model/addresses.h"
#include "model/fibers/processes.h"
#include "model/memory/arenas.h"
#include "model/note.h"
#include "model/runtime.h"
#include "race/shadow/marks.h"
#include "report/describe.h"

#define MAX_BLOCK (64 * GIB)
#define QUARANTINE_LIMIT (64 * MIB)

HOT static struct arena *arena; /* the one that was used last */
static volatile char lock;  /* only contended where real threads run: in a process that is not being checked */

static void acquire(void) {
    while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE)) {
    }
}
static void release(void) { __atomic_clear(&lock, __ATOMIC_RELEASE); }

static uint32_t class_of(uint64_t size) { /* of a size that rounded_size returned */
    if (size <= SMALL_CLASSES * ALIGNMENT) {
        return (uint32_t)(size / ALIGNMENT) - 1;
    }
    uint32_t log = 63u - (uint32_t)__builtin_clzll(size - 1);
    return SMALL_CLASSES + (log - 10) * 4 + (uint32_t)((size - 1) >> (log - 2) & 3);
}

static uint64_t rounded_size(uint64_t size) {
    if (size <= SMALL_CLASSES * ALIGNMENT) {
        return size == 0 ? ALIGNMENT : (size + ALIGNMENT - 1) & ~(uint64_t)(ALIGNMENT - 1);
    }
    uint64_t step = 1ull << (63 - __builtin_clzll(size - 1) - 2);
    return (size + step - 1) & ~(step - 1);
}

static void reserve(void) {
    void *got = direct_map((void *)FIBER_SLOTS, ARENAS_END - FIBER_SLOTS, MAP_PRIVATE | MAP_FIXED_NOREPLACE);
    if (got != (void *)FIBER_SLOTS) {
        static const char text[] = "heddle: the address space for the program's threads cannot be reserved; "
                                   "raise 'ulimit -v' or vm.overcommit_memory\n";
        ssize_t ignored = REAL(write)(2, text, sizeof text - 1);
        (void)ignored;
        REAL(_exit)(127);
    }
    arenas_reserved = true;
}

void heap_forget_arena(void) { arena = NULL; }

void heap_leave_to_zygote(void) {
    if (!arenas_reserved) { /* nobody has called our malloc */
        reserve();
    }
    arenas_early_end = arena_of(0)->bump;
    rt.allocates = ZYGOTE_ARENA;
}

/* A thread that never allocates never touches its arena: each page costs a fault in each execution. */
static void open_arena(void) {
    if (!arenas_reserved) {
        reserve();
    }
    arena = arena_of(rt.allocates);
    if (arena->bump == 0) {
        arena->id = rt.allocates;
        arena->first = arena->bump = ((uint64_t)arena + sizeof *arena + 63) & ~63ull;
        arena->end = fiber_slot(rt.allocates) + FIBER_SLOT_SIZE;
    }
}

static bool next_area(void) {
    if (arena->spill) {
        return false;
    }
    arena->first_end = arena->bump;
    arena->spill = arena->id == 0 ? MAIN_ARENA : SPILL_ARENAS + arena->id * SPILL_ARENA_SIZE;
    arena->bump = arena->spill;
    arena->end = arena->id == 0 ? ARENAS_END : arena->spill + SPILL_ARENA_SIZE;
    return true;
}

static struct block *fresh(uint64_t size) {
    while (arena->bump + sizeof(struct block) + size > arena->end) {
        if (!next_area()) {
            return NULL;
        }
    }
    struct block *b = (struct block *)arena->bump;
    arena->bump += sizeof *b + size;
    return b;
}

/* The block has its size: tells the check for races what of it may be accessed. */
static void hand_out(struct block *b, uint64_t asked, uint64_t site) {
    b->asked = asked;
    b->allocated_at = (uint32_t)site;
    if (UNLIKELY(rt.asked.describes)) {
        describe_block(HEDDLE_STACK_ALLOCATED, (uint64_t)(uintptr_t)block_data(b), asked, site);
    }
    uint64_t data = (uint64_t)(uintptr_t)block_data(b);
    asan_unpoison(data, asked);
    asan_poison(data + asked, block_size(b) - asked + sizeof *b);
    if (rt.asked.races) {
        memory_mark((uint64_t)(uintptr_t)b, sizeof *b, MEMORY_RED_ZONE);
        memory_mark(data + asked, block_size(b) - asked + sizeof *b, MEMORY_RED_ZONE);
    }
}

/* The block comes into use (sign 1), or goes out of it (−1). */
static void heap_changes(const struct block *b, uint64_t sign) {
    rt.local_changes++;
    rt.heap_changes++;
    rt.heap_blocks += sign * (((uint64_t)(uintptr_t)b ^ b->size_and_magic << 40) * 0x9e3779b97f4a7c15ull);
}

/* A block of this class that has been freed; NULL where there is none to be given again. *instead: see given_again.h. */
static struct block *used_before(uint32_t class, struct block **instead) {
    struct block *b = given_again_take(arena, class, instead);
    struct block **list = &arena->free_lists[class];
    if (!b && *list) {
        b = *list;
        *list = b->next;
    }
    return b;
}

/* Allocates; *zeroed says whether the block is known to be zero. Caller holds the lock. */
static struct block *allocate(uint64_t asked, bool *zeroed, uint64_t site) {
    if (UNLIKELY(!arena || arena->id != rt.allocates)) {
        open_arena();
    }
    if (asked > MAX_BLOCK) {
        errno = ENOMEM;
        return NULL;
    }
    uint64_t size = rounded_size(asked);
    struct block *instead, *b = used_before(class_of(size), &instead);
    *zeroed = b == NULL;
    if (b && rt.asked.races) {
        memory_mark((uint64_t)(uintptr_t)block_data(b), size, MEMORY_NEW);
    } else if (!b && !(b = fresh(size))) {
        errno = ENOMEM;
        return NULL;
    }
    b->size_and_magic = size | LIVE << MAGIC_SHIFT;
    b->next = b == instead ? NULL : instead;
    heap_changes(b, 1);
    hand_out(b, asked, site);
    return b;
}

static void quarantine(struct block *b) {
    heap_changes(b, UINT64_MAX);
    b->size_and_magic = block_size(b) | FREED << MAGIC_SHIFT;
    b->next = NULL;
    if (arena->newest) {
        arena->newest->next = b;
    } else {
        arena->oldest = b;
    }
    arena->newest = b;
    arena->quarantined += block_size(b);
    given_again_freed(arena, class_of(block_size(b)), b);
    while (arena->quarantined > QUARANTINE_LIMIT && arena->oldest != b) {
        struct block *old = arena->oldest;
        arena->oldest = old->next;
        arena->quarantined -= block_size(old);
        struct block **list = &arena->free_lists[class_of(block_size(old))];
        given_again_left(arena, class_of(block_size(old)), old);
        old->next = *list;
        *list = old;
    }
}

static struct block *block_of(const void *data) {
    uint64_t address = (uint64_t)(uintptr_t)data;
    if (address < FIBER_SLOTS || address >= ARENAS_END || address % ALIGNMENT) {
        return NULL;
    }
    struct block *b = (struct block *)data - 1;
    return block_magic(b) == LIVE || block_magic(b) == FREED ? b : NULL;
}

/* Some functions that AddressSanitizer has in place of libc's, such as strdup, allocate from a heap of its own; so does an allocator that
 * ours stands in for, by functions that libc has not. */
static bool is_of_another(const void *data) {
    uint64_t address = (uint64_t)(uintptr_t)data;
    return (asan_is_there() || rt.program.replaces_allocator) && (address < FIBER_SLOTS || address >= ARENAS_END);
}

/* The event that ends the object in the block; whether there still was one, which cannot be told before, when other threads may
 * still come first. */
static bool end_object(struct block *b, uint64_t site) {
    uint64_t data = (uint64_t)(uintptr_t)block_data(b);
    bool is_announced = running() && rt.current->closing.file == block_data(b);
    if (running() && !is_announced) {
        memory_free(data, block_asked(b), site);
    }
    bool lives = block_magic(b) != FREED;
    if (UNLIKELY(!lives) && running()) {
        note(HEDDLE_NOTE_DOUBLE_FREE, name_in_process(data), site, "free");
    }
    return lives;
}

/* The block of an object that has ended. */
static void bury(struct block *b, uint64_t site) {
    uint64_t data = (uint64_t)(uintptr_t)block_data(b);
    if (running() && rt.current->closing.file == block_data(b)) {
        site = rt.current->closing.site;
    }
    acquire();
    if (UNLIKELY(!arena || arena->id != rt.allocates)) {
        open_arena();
    }
    b->freed_at = (uint32_t)site;
    if (UNLIKELY(rt.asked.describes)) {
        describe_block(HEDDLE_STACK_FREED, data, block_asked(b), site);
    }
    b->asked = block_asked(b) | (uint64_t)rt.allocates << MAGIC_SHIFT;
    if (rt.asked.races) {
        memory_mark(data, block_size(b), MEMORY_FREED);
    }
    asan_poison(data, block_size(b));
    quarantine(b);
    release();
}

void heap_give(void *data, uint64_t site) {
    struct block *b = block_of(data);
    if (UNLIKELY(!b) && is_of_another(data)) {
        REAL(free)(data);
        return;
    }
    if (UNLIKELY(!b)) {
        if (running()) {
            note(HEDDLE_NOTE_INVALID_FREE, (uint64_t)(uintptr_t)data, site, "free");
        }
        return;
    }
    if (end_object(b, site)) {
        bury(b, site);
    }
}

/* ---- what the interposed functions are made of ---- */

void *heap_take_known(size_t size, bool *zeroed, uint64_t site) {
    if (size <= MAX_BLOCK) {
        given_again_choose_block(class_of(rounded_size(size)), site);
    }
    acquire();
    struct block *b = allocate(size, zeroed, site);
    release();
    return b ? block_data(b) : NULL;
}

void *heap_take(size_t size, uint64_t site) {
    bool zeroed;
    return heap_take_known(size, &zeroed, site);
}

void *heap_resize(void *data, size_t size, uint64_t site) {
    if (!data) {
        return heap_take(size, site);
    }
    struct block *b = block_of(data);
    if (!b && is_of_another(data)) {
        return REAL(realloc)(data, size);
    }
    if (size == 0 || !b) {
        heap_give(data, site);
        return size == 0 ? NULL : heap_take(size, site);
    }
    if (rounded_size(size) == block_size(b)) {
        uint64_t before = block_asked(b);
        if (UNLIKELY(!end_object(b, site))) { /* though the new one would lie in its place */
            return heap_take(size, site);
        }
        if (rt.asked.races && size > before) {
            memory_mark((uint64_t)(uintptr_t)data + before, block_size(b) - before, MEMORY_NEW);
        }
        hand_out(b, size, site);
        return data;
    }
    void *moved = heap_take(size, site);
    if (moved && end_object(b, site)) { /* what it holds now is what it held last */
        memcpy(moved, data, size < block_asked(b) ? size : block_asked(b));
        bury(b, site);
    }
    return moved;
}

/* The gap before the block becomes a freed block, so that the arena can still be walked. */
void *heap_take_aligned(size_t alignment, size_t asked, uint64_t site) {
    if (alignment <= ALIGNMENT) {
        return heap_take(asked, site);
    }
    if (asked > MAX_BLOCK || alignment > GIB) {
        errno = ENOMEM;
        return NULL;
    }
    uint64_t size = rounded_size(asked);
    acquire();
    if (UNLIKELY(!arena || arena->id != rt.allocates)) {
        open_arena();
    }
    struct block *whole = fresh(size + alignment + sizeof(struct block));
    void *result = NULL;
    if (whole) {
        uint64_t data = ((uint64_t)block_data(whole) + sizeof(struct block) + alignment - 1) & ~(uint64_t)(alignment - 1);
        uint64_t gap = data - sizeof(struct block) - (uint64_t)block_data(whole);
        whole->size_and_magic = gap | FREED << MAGIC_SHIFT;
        struct block *b = (struct block *)data - 1;
        b->size_and_magic = (arena->bump - data) | LIVE << MAGIC_SHIFT;
        b->next = NULL;
        heap_changes(b, 1);
        hand_out(b, asked, site);
        result = (void *)data;
    } else {
        errno = ENOMEM;
    }
    release();
    return result;
}

size_t heap_usable_size(void *data) {
    struct block *b = data ? block_of(data) : NULL;
    return b ? block_asked(b) : data && is_of_another(data) ? REAL(malloc_usable_size)(data) : 0;
}
