/* What the race detector tells of: races, and memory that has to become visible. */
#define _GNU_SOURCE
#include "race/race_report.h"

#include <string.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/hot.h"
#include "model/fibers/alike.h"
#include "model/fibers/debug.h"
#include "model/fibers/processes.h"
#include "model/note.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "model/shared.h"
#include "race/clocks/race_memory.h"
#include "race/clocks/times.h"
#include "race/shadow/touched.h"
#include "race/shadow/visible.h"

/* ---- races that are meant to be ---- */

static struct benign {
    struct benign *next;
    uint64_t start, end;
    bool in_each; /* process, at the same address */
} *benign;

static void add_benign(uint64_t address, uint64_t size, bool in_each) {
    struct benign *new = race_allocate(sizeof *new);
    *new = (struct benign){benign, address, address + size, in_each};
    benign = new;
}

void race_is_benign(uint64_t address, uint64_t size) { add_benign(name_in_process(address), size, false); }

void race_is_benign_in_each_process(uint64_t address, uint64_t size) { add_benign(address, size, true); }

static bool contains(const struct benign *b, uint64_t address, uint64_t size) {
    uint64_t start = b->in_each ? address_of_name(address) : address;
    return b->start <= start && start + size <= b->end;
}

static bool is_benign(uint64_t address, uint64_t size) {
    const struct benign *b = benign;
    while (b && !contains(b, address, size)) {
        b = b->next;
    }
    return b;
}

static bool has_bytes(const struct heddle_race *race, uint64_t address, uint64_t size) {
    return race->address <= address && race->address + race->length >= address + size;
}

/* A race of two sites is told once in an execution; memory that has to become visible once. */
static bool is_news(uint32_t flags, uint64_t first_site, const struct access *a, uint64_t at, uint64_t size) {
    const struct shared *shared = rt.shared;
    for (uint32_t i = 0; i < shared->race_count; i++) {
        const struct heddle_race *race = &shared->races[i];
        if ((race->flags & HEDDLE_RACE_REPORTED) && race->first_site == first_site && race->second_site == a->site) {
            flags &= ~HEDDLE_RACE_REPORTED;
        }
        if ((race->flags & HEDDLE_RACE_INVISIBLE) && has_bytes(race, at, size)) {
            flags &= ~HEDDLE_RACE_INVISIBLE;
        }
    }
    return flags != 0;
}

/* 0 of memory that may not be read any more: what races may be the call that has taken the right away, or the access that dies of it. */
static uint64_t value_of(uint64_t address, uint64_t size) {
    uint64_t value;
    return direct_value(address_of_name(address), size, &value) ? value : 0;
}

/* By code that is not seen: the verdict names it, and a race that may be none is not told. */
static bool may_be_ordered(const struct fiber *one, const struct fiber *other) {
    return one->seen.unseen_order && other->seen.unseen_order;
}

HOT static bool told_that_additions_order;

static void tell_that_additions_order(uint64_t site) {
    if (!told_that_additions_order) {
        told_that_additions_order = true;
        note(HEDDLE_NOTE_ADDITIONS_ORDER, 0, site, "%s", "");
    }
}

void race_tell(const struct access *a, uint32_t epoch, uint32_t cell_site, bool first_writes, uint64_t at, uint64_t size) {
    uint64_t first_site = resolve_site(cell_site & ~7u);
    /* A load may come before an older store of its thread reaches memory: under x86-TSO only HB_C11 tells what is ordered. */
    bool dependent = rt.asked.buffers ? visible_now(at, size) : epoch_is_before(epoch, a->times->dependence);
    bool invisible = rt.asked.points == HEDDLE_POINTS_AUTO && !dependent;
    bool untold = is_benign(at, size) || may_be_ordered(&rt.fibers[epoch_index(epoch)], a->fiber);
    if (times_order_less && !untold) {
        tell_that_additions_order(a->site);
        return;
    }
    if (UNLIKELY(rt.seen.alike) && !untold) { /* nothing may order the two but which of the threads is which */
        alike_differ();
        return;
    }
    uint32_t flags = (untold ? 0 : HEDDLE_RACE_REPORTED) | (invisible ? HEDDLE_RACE_INVISIBLE : 0);
    if (rt.shared->race_count == MAX_RACES ||
        !is_news(flags, first_site, a, a->bitwise ? at : a->address, a->bitwise ? size : a->size)) {
        return;
    }
    flags |= (first_writes ? HEDDLE_RACE_FIRST_WRITES : 0) | (a->writes ? HEDDLE_RACE_SECOND_WRITES : 0) |
             (is_atomic(cell_site) ? HEDDLE_RACE_FIRST_ATOMIC : 0) | (a->atomic ? HEDDLE_RACE_SECOND_ATOMIC : 0) |
             (cell_site & SITE_ENDS ? HEDDLE_RACE_FIRST_ENDS : 0) | (a->ends ? HEDDLE_RACE_SECOND_ENDS : 0);
    struct heddle_range first = shadow_touched(epoch, cell_site & ~SITE_WRITES, at, size);
    rt.shared->races[rt.shared->race_count] = (struct heddle_race){.flags = flags,
                                                                   .step = rt.shared->event_count,
                                                                   .first_thread = rt.fibers[epoch_index(epoch)].id,
                                                                   .second_thread = a->fiber->id,
                                                                   .first_clock = epoch_clock(epoch) - 1,
                                                                   .second_clock = epoch_clock(a->epoch) - 1,
                                                                   .first_site = first_site,
                                                                   .second_site = a->site,
                                                                   .address = a->bitwise ? at : a->address,
                                                                   .length = a->bitwise ? size : a->size,
                                                                   .shared_address = at,
                                                                   .shared_length = size,
                                                                   .first_address = first.address,
                                                                   .first_length = first.length,
                                                                   .value = value_of(at, size)};
    rt.shared->race_count++;
    debug_stop(STOP_RACE, flags, a->site, "a race");
}

/* It is to become visible, whether or not there is a race. */
static void tell_invisible(const struct access *a) {
    struct shared *shared = rt.shared;
    if (rt.asked.points != HEDDLE_POINTS_AUTO || shared->race_count == MAX_RACES ||
        !is_news(HEDDLE_RACE_INVISIBLE, 0, a, a->address, a->size)) {
        return;
    }
    shared->races[shared->race_count++] = (struct heddle_race){.flags = HEDDLE_RACE_INVISIBLE,
                                                               .step = shared->event_count,
                                                               .first_thread = a->fiber->id,
                                                               .second_thread = a->fiber->id,
                                                               .first_clock = epoch_clock(a->epoch) - 1,
                                                               .second_clock = epoch_clock(a->epoch) - 1,
                                                               .first_site = a->site,
                                                               .second_site = a->site,
                                                               .address = a->address,
                                                               .length = a->size,
                                                               .shared_address = a->address,
                                                               .shared_length = a->size,
                                                               .first_address = a->address,
                                                               .first_length = a->size};
}

void race_tell_misuse(const struct access *a) {
    if (!visible_any(a->misused_at, 1)) {
        tell_invisible(a);
    }
}

void race_show(const struct fiber *fiber, uint64_t address, uint64_t size, uint64_t site) {
    tell_invisible(&(struct access){.fiber = fiber, .address = address, .size = size, .site = site, .epoch = epoch_now(fiber)});
}
