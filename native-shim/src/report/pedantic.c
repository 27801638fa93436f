#define _GNU_SOURCE
#include "report/pedantic.h"

#include "base/pages/runtime_memory.h"
#include "model/addresses.h"
#include "model/memory/arenas.h"
#include "model/note.h"
#include "model/objects.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "race/shadow/shadow.h"
#include "race/shadow/visible.h"

#define MOST 65536u

/* Every initialisation of an object, in memory that the zygote shares with the execution: objects may be destroyed by the last
 * destructors of the process, which nothing of the runtime comes after. */
struct life {
    uint64_t address, site;
    uint32_t thread, step; /* of the initialisation */
    uint32_t family;        /* 0: destroyed */
    uint32_t freed;
};

static struct lives {
    uint32_t count;
    uint32_t wanted;
    struct life lives[MOST];
} *known;

bool pedantic_reserve(bool wanted) {
    if (wanted && !known) {
        void *got = runtime_shared_pages(sizeof *known);
        if (!got) {
            return false;
        }
        known = got;
    }
    if (known) {
        known->count = 0;
        known->wanted = wanted;
    }
    return true;
}

static uint64_t first_own_block; /* what thread 0 has allocated below it, it had before main */

void pedantic_start(uint64_t block) { first_own_block = block; }

static void forget_destroyed(void) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < known->count; i++) {
        if (known->lives[i].family != 0) {
            known->lives[kept++] = known->lives[i];
        }
    }
    known->count = kept;
}

void pedantic_begin(const struct object *object, const struct heddle_event *event) {
    if (known->count == MOST) {
        forget_destroyed();
    }
    if (known->count == MOST) {
        out_of("objects that are not destroyed, with --pedantic", MOST);
    }
    known->lives[known->count++] = (struct life){.address = object->address,
                                                 .site = event->site,
                                                 .thread = event->thread,
                                                 .step = rt.shared->event_count - 1,
                                                 .family = object->family};
}

void pedantic_end(enum heddle_family family, uint64_t address) {
    if (!rt.asked.pedantic || (rt.mode != MODE_RUNNING && rt.mode != MODE_ENDING)) {
        return;
    }
    for (uint32_t i = known->count; i-- > 0;) {
        struct life *life = &known->lives[i];
        if (life->family == family && life->address == address) {
            life->family = 0;
            return;
        }
    }
}

void pedantic_look_back(void) {
    for (uint32_t i = 0; rt.asked.pedantic && i < known->count; i++) {
        struct heap_block block;
        struct life *life = &known->lives[i];
        life->freed = life->family != 0 && heap_lookup(life->address, &block) && block.is_freed;
    }
}

void pedantic_report(void) {
    for (uint32_t i = 0; known && known->wanted && i < known->count; i++) {
        const struct life *life = &known->lives[i];
        if (life->family != 0) {
            misuse_at(life->thread, life->step, HEDDLE_NOTE_UNDESTROYED,
                      life->freed ? HEDDLE_FAULT_NOT_DESTROYED_BEFORE_FREE : HEDDLE_FAULT_NEVER_DESTROYED,
                      (enum heddle_family)life->family, life->address, life->site, NULL);
        }
    }
}

/* ---- objects that were never initialised ---- */

static bool is_written(const struct heddle_cell *cell) {
    if (cell->write != CELL_SPLIT) {
        return cell->write != 0;
    }
    const struct heddle_cell *bytes = shadow_split((struct heddle_cell *)(uintptr_t)cell);
    for (unsigned i = 0; i < CELL_BYTES; i++) {
        if (bytes[i].write != 0) {
            return true;
        }
    }
    return false;
}

/* Whether instrumented code has ever stored anything there, as far as is known. */
static bool may_be_written(uint64_t address, uint64_t size) {
    for (uint64_t at = address & ~(uint64_t)(CELL_BYTES - 1); at < address + size; at += CELL_BYTES) {
        const struct heddle_cell *cells = shadow_chunk(at, false);
        if (visible_any(at, CELL_BYTES) || (cells && is_written(&cells[at % CHUNK_BYTES / CELL_BYTES]))) {
            return true;
        }
    }
    return false;
}

/* Whether it lies on the heap or a stack, and came there after main had begun. */
static bool is_own(uint64_t address) {
    bool of_main_heap = (address >= FIBER_SLOTS + FIBER_STACK_TOP && address < fiber_slot(1)) || address >= MAIN_ARENA;
    return address >= FIBER_SLOTS && address < ARENAS_END && !(of_main_heap && address < first_own_block) &&
           !(address >= fiber_slot(ZYGOTE_ARENA) && address < fiber_slot(ZYGOTE_ARENA + 1));
}

void pedantic_check_first(uint64_t address, uint64_t size, enum heddle_family family, uint64_t site) {
    if (!rt.asked.pedantic || rt.asked.points != HEDDLE_POINTS_AUTO || !is_own(address) || resolve_site((uint32_t)site) != site ||
        may_be_written(address, size)) {
        return;
    }
    struct heap_block block;
    bool in_heap = heap_lookup(address, &block);
    misuse(HEDDLE_NOTE_UNDEFINED, in_heap ? HEDDLE_FAULT_ALLOCATED_UNINITIALISED : HEDDLE_FAULT_USED_UNINITIALISED, family,
           address, in_heap && block.allocated_at ? block.allocated_at : site, NULL);
}
