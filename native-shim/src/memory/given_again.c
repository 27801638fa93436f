#include "memory/given_again.h"

#include "base/compiler.h"
#include "core/schedule.h"
#include "memory/mappings/places.h"
#include "model/fibers/fiber.h"
#include "model/fibers/fiber_handle.h"
#include "model/resolve.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "model/unvaried.h"
#include "race/race_report.h"
#include "race/shadow/visible.h"

static uint64_t given_again[GIVEN_NAMES];
static const struct heddle_site records[] = {
    OWN_VARIABLE(given_again, "a name that is given again"),
};

void given_again_prepare(void) { resolve_name(records, records + 1); }

static bool is_explored(enum given_names names) {
    return visible_any((uint64_t)(uintptr_t)&given_again[names], sizeof *given_again);
}

static const char *const functions[GIVEN_NAMES] = {"malloc", "pthread_create"};

/* Where all points are fixed beforehand, nothing becomes visible, and the claim has to say that names never come again. */
static void learn(enum given_names names, uint64_t site) {
    if (rt.asked.points != HEDDLE_POINTS_AUTO) {
        unvaried_tell(site, functions[names], false);
    } else if (!is_explored(names)) {
        race_show(rt.current, (uint64_t)(uintptr_t)&given_again[names], sizeof *given_again, site);
    }
}

/* In the middle of an atomic section, or of what libc does, no other thread may run. */
static bool may_choose(uint64_t site) { return running() && !rt.section && resolve_is_site(site); }

void given_again_choose(enum given_names names, enum gives_again *choice, uint64_t site) {
    if (*choice == GIVES_UNDECIDED && may_choose(site) && is_explored(names)) {
        struct heddle_event operation = {.kind = HEDDLE_CHOOSE, .object2 = HEDDLE_GIVES_AGAIN, .argument = 2, .site = site};
        *choice = point(&operation)->alternative > 0 ? GIVES_AGAIN : GIVES_NEVER;
        unvaried_tell(site, functions[names], true);
    }
}

static struct block **last_freed(struct arena *arena, uint32_t class) {
    return class < RECENT_CLASSES ? arena->last_freed[class] : NULL;
}

void given_again_choose_block(uint32_t class, uint64_t site) {
    struct arena *arena = running() && arenas_reserved ? arena_of(rt.allocates) : NULL;
    struct block **blocks = arena && arena->bump ? last_freed(arena, class) : NULL;
    if (blocks && *blocks) {
        given_again_choose(GIVEN_BLOCKS, &arena->gives_again, site);
    }
}

static void take_out_of_quarantine(struct arena *arena, const struct block *b) {
    struct block *before = NULL;
    for (struct block *each = arena->oldest; each != b; each = each->next) {
        before = each;
    }
    *(before ? &before->next : &arena->oldest) = b->next;
    if (arena->newest == b) {
        arena->newest = before;
    }
    arena->quarantined -= block_size(b);
}

struct block *given_again_take(struct arena *arena, uint32_t class, struct block **instead) {
    struct block **blocks = last_freed(arena, class);
    struct block *last = blocks ? blocks[0] : NULL;
    *instead = last;
    if (!last) {
        return NULL;
    }
    for (uint32_t i = 0; i + 1 < RECENT_BLOCKS; i++) {
        blocks[i] = blocks[i + 1];
    }
    blocks[RECENT_BLOCKS - 1] = NULL;
    if (arena->gives_again != GIVES_AGAIN) {
        return NULL;
    }
    take_out_of_quarantine(arena, last);
    return last;
}

void given_again_freed(struct arena *arena, uint32_t class, struct block *b) {
    struct block **blocks = last_freed(arena, class);
    if (blocks) {
        for (uint32_t i = RECENT_BLOCKS - 1; i > 0; i--) {
            blocks[i] = blocks[i - 1];
        }
        blocks[0] = b;
    }
}

void given_again_left(struct arena *arena, uint32_t class, const struct block *b) {
    struct block **blocks = last_freed(arena, class);
    for (uint32_t i = 0; blocks && i < RECENT_BLOCKS; i++) {
        if (blocks[i] == b) { /* the oldest leaves first, so none behind it is in the quarantine */
            blocks[i] = NULL;
        }
    }
}

/* The block that begins behind the header at this address; NULL if that is in no thread's room for blocks. */
static const struct block *block_at(uint64_t address) {
    bool lies =
        arenas_reserved && address >= FIBER_SLOTS && address < ARENAS_END && address % ALIGNMENT == 0 && !is_on_a_stack(address);
    const struct block *b = (const struct block *)(uintptr_t)address - 1;
    return lies && (block_magic(b) == LIVE || block_magic(b) == FREED) ? b : NULL;
}

static bool are_blocks(const struct block *one, const struct block *other) {
    return one && other && block_magic(one) == LIVE && block_magic(other) == FREED && one->next == other;
}

static bool are_handles(const struct fiber *one, uint64_t other) { return one && one->handle_instead == other; }

/* Whether libc would have given one of them the stack of the other, on which thread-local variables lie, and so these addresses are one. */
static bool are_variables(uint64_t one, uint64_t other) {
    const struct fiber *a = fiber_with_variable(one), *b = a ? fiber_with_variable(other) : NULL;
    if (!b || one - a->fs != other - b->fs) {
        return false;
    }
    const struct fiber *later = a->index > b->index ? a : b, *earlier = a->index > b->index ? b : a;
    while (later && later != earlier) {
        later = later->handles.in_place_of;
    }
    return later && a != b;
}

/* Mappings, and the stacks of threads with their thread-local variables: those of the runtime do not come again. */
static void tell_never(uint64_t one, uint64_t other, uint64_t site) {
    if (places_may_be_same(one, other)) {
        unvaried_tell(site, "mmap", false);
    } else if (rt.fiber_count > 2 && are_variables(one, other)) {
        unvaried_tell(site, "thread-local", false);
    }
}

void given_again_compared(uint64_t one, uint64_t other, uint64_t site) {
    if (!running()) {
        return;
    }
    if (one >= ARENAS_END || other >= ARENAS_END) {
        tell_never(one, other, site);
        return;
    }
    const struct block *a = block_at(one), *b = block_at(other);
    if (are_blocks(a, b) || are_blocks(b, a)) {
        learn(GIVEN_BLOCKS, site);
    } else if (are_handles(fiber_by_handle(one), other) || are_handles(fiber_by_handle(other), one)) {
        learn(GIVEN_HANDLES, site);
    }
}
