#include "race/shadow/misuse.h"

#include <stddef.h>

#include "model/addresses.h"
#include "model/memory/arenas.h"
#include "model/fibers/fiber.h"
#include "model/fibers/processes.h"
#include "model/fibers/thread_local.h"
#include "model/note.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "race/clocks/race_memory.h"
#include "race/shadow/shadow.h"
#include "race/shadow/unmapped.h"

/* ---- streams that have been closed ---- */

static struct closed {
    struct closed *next;
    uint64_t start;
} *closed;

void memory_closed(uint64_t start) {
    struct closed *new = race_allocate(sizeof *new);
    *new = (struct closed){closed, start};
    closed = new;
}

static bool was_closed(uint64_t start) {
    const struct closed *c = closed;
    while (c && c->start != start) {
        c = c->next;
    }
    return c;
}

/* ---- stacks that have been left ---- */

/* The thread on whose stack the address is; NULL: the running process, a copy of another one, has no such thread. */
static const struct fiber *owner_of(uint64_t address) {
    uint32_t slot = (uint32_t)((address - FIBER_SLOTS) / FIBER_SLOT_SIZE);
    if (LIKELY(!rt.processes)) {
        return fiber_by_id(slot);
    }
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (rt.fibers[i].stack == slot && rt.fibers[i].process == rt.current->process) {
            return &rt.fibers[i];
        }
    }
    return NULL;
}

/* The same, unless it is the one that runs. */
static const struct fiber *other_owner(uint64_t address) {
    const struct fiber *owner = is_on_a_stack(address) ? owner_of(address) : NULL;
    return owner != rt.current ? owner : NULL;
}

#define FRAME_HEAD 16u /* above a frame's address: the caller's frame pointer and the return address */

/* Below the address that this returns, nothing on a waiting thread's stack is the program's; 0 if it is not on its own stack. */
static uint64_t program_stack_end(const struct fiber *owner) {
    uint64_t end = owner->frame ? owner->frame + FRAME_HEAD : rt.debugged ? 0 : (uint64_t)(uintptr_t)owner->sp;
    return end >= fiber_slot(owner->stack) && end <= fiber_stack_top(owner->stack) ? end : 0;
}

/* On the stack of a thread whose function has returned for good. */
static bool is_left(uint64_t address) {
    const struct fiber *owner = is_on_a_stack(address) ? owner_of(address) : NULL;
    return owner && owner->left_above && address >= owner->left_above;
}

bool memory_is_gone(uint64_t name) {
    uint64_t address = address_of_name(name);
    const struct fiber *owner = other_owner(address);
    return (owner && (owner->exited || address < program_stack_end(owner))) || is_left(address) || memory_is_unmapped(name);
}

/* ---- notes ---- */

/* A note on an access of memory, as far as it is known what lies there. */
static struct heddle_note note_on(enum heddle_note_kind kind, const struct fiber *fiber, uint64_t name, uint64_t site,
                                  enum heddle_note_access access, const struct heap_block *block) {
    struct heddle_note n = {.kind = kind, .thread = fiber->id, .object = name, .site = site, .access = access};
    if (block) {
        n.offset = (int64_t)(address_of_name(name) - block->start);
        n.block = block->size;
        n.allocated_at = block->allocated_at;
        n.freed_at = block->is_freed ? block->freed_at : 0;
        n.other = block->is_freed ? block->freed_by : 0;
    }
    return n;
}

void memory_misused(const struct fiber *fiber, uint64_t name, uint64_t size, uint64_t site, bool writes) {
    enum heddle_note_access access = writes ? HEDDLE_ACCESS_WRITES : HEDDLE_ACCESS_READS;
    uint64_t address = address_of_name(name);
    struct heddle_note n;
    struct heap_block block;
    const struct unmapped *range = unmapped_at(name);
    if (range) {
        n = note_on(HEDDLE_NOTE_UNMAPPED, fiber, name, site, access, NULL);
        n.other = range->thread;
        n.freed_at = range->site;
    } else if (memory_is_gone(name)) {
        const struct fiber *owner = owner_of(address);
        bool ended = owner->exited || (owner != fiber && owner->id != 0 && is_left(address));
        n = note_on(ended ? HEDDLE_NOTE_STACK_OF_ENDED_THREAD : HEDDLE_NOTE_STACK_OF_LEFT_FUNCTION, fiber, name, site, access,
                    NULL);
        n.other = owner->id;
    } else if (thread_local_owner(name)) {
        n = note_on(HEDDLE_NOTE_THREAD_LOCAL_OF_ENDED_THREAD, fiber, name, site, access, NULL);
        n.other = thread_local_owner(name)->id;
    } else if (heap_lookup(address, &block)) {
        enum heddle_note_kind kind = !block.is_freed           ? HEDDLE_NOTE_HEAP_OVERFLOW
                                     : was_closed(block.start) ? HEDDLE_NOTE_CLOSED_STREAM
                                                               : HEDDLE_NOTE_USE_AFTER_FREE;
        n = note_on(kind, fiber, name, site, access, &block);
    } else {
        return;
    }
    n.bytes = size;
    note_memory(&n);
}

/* Whether an access behind an array, the last of its structure, may still be within what was allocated. Only the ends of global variables
 * are known here; accesses outside of heap blocks are seen otherwise. */
static bool may_belong_to(uint64_t array, uint64_t address, uint64_t end) {
    uint64_t object = resolve_variable_end(array);
    return address >= array && (object == 0 || end <= object);
}

void memory_outside(const volatile void *address, size_t size, const volatile void *variable, size_t bytes, int how,
                    const struct heddle_site *site) {
    uint64_t place = (uint64_t)(uintptr_t)site, start = (uint64_t)(uintptr_t)variable, at = (uint64_t)(uintptr_t)address;
    if (how & HEDDLE_OUTSIDE_MAY_BE_LARGER && may_belong_to(start, at, at + size)) {
        return;
    }
    if (note_is_made(HEDDLE_NOTE_OUTSIDE_VARIABLE, place)) {
        return; /* the next round of a loop */
    }
    struct heddle_note n = note_on(HEDDLE_NOTE_OUTSIDE_VARIABLE, rt.current, name_in_process(start), place,
                                   how & HEDDLE_OUTSIDE_WRITES ? HEDDLE_ACCESS_WRITES : HEDDLE_ACCESS_READS, NULL);
    n.offset = (int64_t)(at - start);
    n.block = bytes;
    n.bytes = size;
    note_memory(&n);
}

bool memory_check_object(const struct fiber *fiber, uint64_t name, uint64_t site) {
    const struct heddle_cell *cells = shadow_chunk(name, false);
    uint64_t address = address_of_name(name);
    struct heap_block block;
    if (cells && cells[address % CHUNK_BYTES / CELL_BYTES].write == CELL_FREED && heap_lookup(address, &block)) {
        struct heddle_note n = note_on(HEDDLE_NOTE_USE_AFTER_FREE, fiber, name, site, HEDDLE_ACCESS_USES, &block);
        note_memory(&n);
        return false;
    }
    return true;
}
