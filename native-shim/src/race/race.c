/* The race detector: FastTrack (Flanagan and Freund, PLDI 2009, figure 5) on bytes, with the two relations of race.h. All
 * threads run on one kernel thread, so nothing here needs a lock. */
#define _GNU_SOURCE
#include <string.h>

#include "base/compiler.h"
#include "base/hot.h"
#include "model/addresses.h"
#include "model/memory/aliases.h"
#include "model/fibers/debug.h"
#include "model/fibers/processes.h"
#include "model/runtime.h"
#include "model/shared.h"
#include "race/clocks/clock.h"
#include "race/clocks/times.h"
#include "race/race.h"
#include "race/race_report.h"
#include "race/shadow/copied.h"
#include "race/shadow/marks.h"
#include "race/shadow/misuse.h"
#include "race/shadow/shadow.h"
#include "race/shadow/unmapped.h"
#include "race/shadow/visible.h"
#include "race/whole.h"

HOT bool race_watched;

void race_reserve(void) { shadow_reserve(marks_fill); }

void race_start(const struct heddle_range *ranges, uint32_t count) {
    visible_start(ranges, count);
    if (rt.asked.races) {
        times_start(0);
        race_now(&rt.fibers[0]);
    }
}

HOT static const struct clock *clock_now; /* HB_C11 of the running thread */

void race_now(const struct fiber *fiber) {
    shadow_fast.epoch = epoch_now(fiber);
    clock_now = times_at(fiber->index)->c11;
}

void race_show_all(void) { shadow_forget_near(); }

/* ---- FastTrack on one cell ---- */

static bool is_ordered(const struct access *a, uint32_t epoch) {
    return epoch_index(epoch) == a->fiber->index || epoch_is_before(epoch, a->times->c11);
}

/* Whether the access is in a critical section that comes after the one with the epoch. */
static bool comes_after(const struct access *a, uint32_t epoch) {
    bool follows = UNLIKELY(a->fiber == rt.whole) && whole_follows(a->fiber, epoch);
    if (follows) {
        race_now(a->fiber);
    }
    return follows;
}

static void check(const struct access *a, uint32_t epoch, uint32_t cell_site, bool first_writes, uint64_t at, uint64_t size) {
    if (!is_ordered(a, epoch) && !(a->atomic && is_atomic(cell_site)) && !comes_after(a, epoch)) {
        race_tell(a, epoch, cell_site, first_writes, at, size);
    }
}

static bool is_write(const struct reader *listed) { return listed->site & SITE_WRITES; }

static void check_listed(const struct access *a, uint32_t first, uint64_t at, uint64_t size, bool reads_too) {
    for (uint32_t n = first; n; n = shadow_reader(n)->next) {
        const struct reader *listed = shadow_reader(n);
        if (is_write(listed) || reads_too) {
            check(a, listed->epoch, listed->site, is_write(listed), at, size);
        }
    }
}

static uint32_t listed_before(uint32_t rest, uint32_t epoch, uint32_t cell_site) {
    uint32_t mine = shadow_new_reader();
    *shadow_reader(mine) = (struct reader){epoch, cell_site, rest};
    return mine;
}

/* Whether an addition, a mark or a store that goes into a buffer leaves what was done before it in the cell, as no execution shows the other
 * order. Atomic writes that it is not ordered after could have come later, and what follows it may race with them. An atomic store
 * that is told of when it goes into a buffer does not stand for plain accesses before it: an atomic access may race with those alone. */
static bool leaves(const struct access *a, uint32_t epoch, uint32_t cell_site, bool writes) {
    return is_atomic(cell_site) ? writes && !is_ordered(a, epoch) : rt.asked.buffers && a->atomic;
}

/* A new list of what it leaves. */
static uint32_t left_in(const struct access *a, const struct heddle_cell *cell) {
    uint32_t kept = 0;
    for (uint32_t n = cell->read == CELL_READERS ? cell->read_site : 0; n; n = shadow_reader(n)->next) {
        const struct reader *listed = shadow_reader(n);
        if (leaves(a, listed->epoch, listed->site, is_write(listed))) {
            kept = listed_before(kept, listed->epoch, listed->site);
        }
    }
    if (cell->read && cell->read != CELL_READERS && leaves(a, cell->read, cell->read_site, false)) {
        kept = listed_before(kept, cell->read, cell->read_site);
    }
    if (cell->write && leaves(a, cell->write, cell->write_site, true)) {
        kept = listed_before(kept, cell->write, cell->write_site | SITE_WRITES);
    }
    return kept;
}

static void write_cell(const struct access *a, struct heddle_cell *cell, uint64_t at, uint64_t size) {
    if (cell->write == a->epoch) {
        return;
    }
    if (cell->write) {
        check(a, cell->write, cell->write_site, true, at, size);
    }
    if (cell->read == CELL_READERS) {
        check_listed(a, cell->read_site, at, size, true);
    } else if (cell->read) {
        check(a, cell->read, cell->read_site, false, at, size);
    }
    uint32_t kept = a->blind ? left_in(a, cell) : 0;
    if (cell->read == CELL_READERS) {
        shadow_drop_readers(cell->read_site);
    }
    *cell = (struct heddle_cell){a->epoch, kept ? CELL_READERS : 0, a->cell_site, kept};
}

/* Whether an earlier read need not be remembered any more: whatever races with it races with this one. */
static bool stands_for(const struct access *a, uint32_t epoch, uint32_t cell_site) {
    return !(cell_site & SITE_WRITES) && is_ordered(a, epoch) && (!a->atomic || is_atomic(cell_site));
}

static void add_reader(const struct access *a, struct heddle_cell *cell) {
    uint32_t kept = 0;
    for (uint32_t n = cell->read_site; n;) {
        struct reader *reader = shadow_reader(n);
        uint32_t next = reader->next;
        reader->next = 0;
        if (stands_for(a, reader->epoch, reader->site)) {
            shadow_drop_readers(n);
        } else {
            reader->next = kept;
            kept = n;
        }
        n = next;
    }
    cell->read_site = listed_before(kept, a->epoch, a->cell_site);
}

static bool has_read(const struct access *a, const struct heddle_cell *cell) {
    for (uint32_t n = cell->read_site; n; n = shadow_reader(n)->next) {
        if (!is_write(shadow_reader(n)) && shadow_reader(n)->epoch == a->epoch) {
            return true;
        }
    }
    return false;
}

static void read_cell(const struct access *a, struct heddle_cell *cell, uint64_t at, uint64_t size) {
    if (cell->write == a->epoch || cell->read == a->epoch || (cell->read == CELL_READERS && has_read(a, cell))) {
        return;
    }
    if (cell->write) {
        check(a, cell->write, cell->write_site, true, at, size);
    }
    if (cell->read == CELL_READERS) {
        check_listed(a, cell->read_site, at, size, false);
        add_reader(a, cell);
    } else if (cell->read == 0 || stands_for(a, cell->read, cell->read_site)) {
        cell->read = a->epoch;
        cell->read_site = a->cell_site;
    } else {
        cell->read_site = listed_before(0, cell->read, cell->read_site);
        cell->read = CELL_READERS;
        add_reader(a, cell);
    }
}

static void on_cell(struct access *a, struct heddle_cell *cell, uint64_t at, uint64_t size) {
    if (UNLIKELY(cell->write >= CELL_RED_ZONE)) {
        a->misused_at = a->misused_at ? a->misused_at : at;
    } else if (a->writes) {
        write_cell(a, cell, at, size);
    } else {
        read_cell(a, cell, at, size);
    }
}

/* ---- the usual case of a cell ---- */

static inline bool comes_before_now(uint32_t epoch) {
    return epoch_index(epoch) == epoch_index((uint32_t)shadow_fast.epoch) ||
           epoch_clock(epoch) <= clock_get(clock_now, epoch_index(epoch));
}

/* Whether a cell has neither marks nor several readers, and what was done to it comes before. */
static inline bool is_simple(const struct heddle_cell *cell) {
    return cell->write < CELL_RED_ZONE && cell->read != CELL_READERS && (cell->write == 0 || comes_before_now(cell->write)) &&
           (cell->read == 0 || comes_before_now(cell->read));
}

static inline void quick_on_cell(struct heddle_cell *cell, uint32_t epoch, uint32_t site, bool writes) {
    if (writes && cell->write != epoch) {
        *cell = (struct heddle_cell){epoch, 0, site, 0};
    } else if (!writes && cell->write != epoch && cell->read != epoch) {
        cell->read = epoch;
        cell->read_site = site;
    }
}

/* ---- an access ---- */

static void on_bytes(struct access *a, struct heddle_cell *cell, uint64_t at, uint64_t size) {
    if (size == CELL_BYTES && cell->write != CELL_SPLIT) {
        on_cell(a, cell, at, size);
        return;
    }
    struct heddle_cell *bytes = shadow_split(cell);
    for (uint64_t i = 0; i < size; i++) {
        on_cell(a, &bytes[(at + i) % CELL_BYTES], at + i, 1);
    }
}

/* Whether it is one of the running thread's plain accesses, for which the usual case is made. */
static bool is_usual(const struct access *a) {
    return a->epoch == shadow_fast.epoch && a->times->c11 == clock_now && !a->atomic && !a->ends && !a->blind && !rt.whole;
}

/* Of a range most cells are whole ones that nobody else is at; returns where the first one is that is not. */
static uint64_t usual_cells(const struct access *a, struct heddle_cell *cells, uint64_t at, uint64_t end) {
    while (end - at >= CELL_BYTES && is_simple(&cells[at % CHUNK_BYTES / CELL_BYTES])) {
        quick_on_cell(&cells[at % CHUNK_BYTES / CELL_BYTES], a->epoch, a->cell_site, a->writes);
        at += CELL_BYTES;
    }
    return at;
}

static void in_chunk(struct access *a, struct heddle_cell *cells, uint64_t at, uint64_t end) {
    bool usual = is_usual(a);
    while (at < end) {
        at = usual && at % CELL_BYTES == 0 ? usual_cells(a, cells, at, end) : at;
        if (at == end) {
            return;
        }
        uint64_t next = (at | (CELL_BYTES - 1)) + 1;
        uint64_t size = (next < end ? next : end) - at;
        on_bytes(a, &cells[at % CHUNK_BYTES / CELL_BYTES], at, size);
        at += size;
    }
}

void race_access(const struct fiber *fiber, uint64_t address, uint64_t size, uint64_t site, unsigned how) {
    struct access a = {.fiber = fiber,
                       .times = times_at(fiber->index),
                       .address = address,
                       .size = size,
                       .site = site,
                       .epoch = epoch_now(fiber),
                       .cell_site =
                           ((uint32_t)site & ~7u) | (how & HOW_ATOMIC ? SITE_ATOMIC : 0) | (how & HOW_ENDS ? SITE_ENDS : 0),
                       .writes = how & HOW_WRITES,
                       .atomic = how & HOW_ATOMIC,
                       .ends = how & HOW_ENDS,
                       .blind = how & HOW_BLIND,
                       .bitwise = how & HOW_BITWISE};
    if (UNLIKELY(fiber == rt.whole)) {
        whole_touch(address, size, a.writes);
    }
    uint64_t at = address, end = address + size;
    while ((at = how & HOW_KNOWN ? shadow_next(at, end) : at) < end) {
        uint64_t next = (at | (CHUNK_BYTES - 1)) + 1;
        struct heddle_cell *cells = shadow_chunk(at, !(how & HOW_KNOWN));
        if (cells) {
            in_chunk(&a, cells, at, next < end ? next : end);
        }
        if (cells && rt.asked.points == HEDDLE_POINTS_AUTO && !race_watched && !rt.watches_memory && !rt.seen.cancels_anywhere &&
            !rt.asked.describes && !copied_any && alias_name(at) == at &&
            !visible_any(at & ~(uint64_t)(CHUNK_BYTES - 1), CHUNK_BYTES)) {
            shadow_remember(address_of_name(at), cells);
        }
        at = next;
    }
    if (UNLIKELY((how & (HOW_BITWISE | HOW_ENDS)) == HOW_BITWISE)) {
        memory_accessed(address, size,
                        a.writes ? (struct heddle_cell){.write = a.epoch, .write_site = a.cell_site}
                                 : (struct heddle_cell){.read = a.epoch, .read_site = a.cell_site});
    }
    if (UNLIKELY(memory_is_gone(address))) {
        a.misused_at = address;
    }
    if (UNLIKELY(a.misused_at != 0)) {
        if (!(how & HOW_KNOWN)) {
            memory_misused(fiber, a.misused_at, size, site, a.writes);
        }
        race_tell_misuse(&a);
    }
}

/* ---- the usual case ---- */

static inline uint64_t bytes_in_cell(uint64_t at, uint64_t end) {
    uint64_t next = (at | (CELL_BYTES - 1)) + 1;
    return (next < end ? next : end) - at;
}

/* The cells of so many bytes of one cell: its own, or those of its bytes. */
static inline struct heddle_cell *cells_of(struct heddle_cell *cell, uint64_t from, uint64_t *count) {
    if (cell->write == CELL_SPLIT) {
        return heddle_bytes(cell) + from;
    }
    if (*count < CELL_BYTES) {
        return NULL;
    }
    *count = 1;
    return cell;
}

static inline bool are_simple(struct heddle_cell *cell, uint64_t from, uint64_t count) {
    struct heddle_cell *cells = cells_of(cell, from, &count);
    if (!cells) {
        return is_simple(cell);
    }
    for (uint64_t i = 0; i < count; i++) {
        if (!is_simple(&cells[i])) {
            return false;
        }
    }
    return true;
}

static inline void quick_on_cells(struct heddle_cell *cell, uint64_t from, uint64_t count, uint32_t epoch, uint32_t site,
                                  bool writes) {
    struct heddle_cell *cells = cells_of(cell, from, &count);
    if (!cells) {
        if (cell->write == epoch || (!writes && cell->read == epoch)) {
            return;
        }
        cells = shadow_split(cell) + from;
    }
    for (uint64_t i = 0; i < count; i++) {
        quick_on_cell(&cells[i], epoch, site, writes);
    }
    if (cell->write == CELL_SPLIT) {
        shadow_merge(cell);
    }
}

static bool is_on_another_stack(uint64_t address) {
    return is_on_a_stack(address) && (address - fiber_slot(rt.current->stack) >= FIBER_STACK_TOP || rt.current->left_above);
}

#define MOST_BYTES 32u

bool race_quick(uint64_t address, uint64_t size, uint64_t site, bool writes) {
    const struct heddle_near *near = &shadow_fast.near[address / CHUNK_BYTES & shadow_fast.mask];
    if (size > MOST_BYTES || near->last != (address | (CHUNK_BYTES - 1)) || address + size - 1 > near->last || race_watched ||
        rt.seen.cancels_anywhere || rt.whole || is_on_another_stack(address)) {
        return false;
    }
    struct heddle_cell *first = &near->cells[address % CHUNK_BYTES / CELL_BYTES], *cell = first;
    for (uint64_t at = address; at < address + size; at += bytes_in_cell(at, address + size)) {
        if (!are_simple(cell++, at % CELL_BYTES, bytes_in_cell(at, address + size))) {
            return false;
        }
    }
    uint32_t epoch = (uint32_t)shadow_fast.epoch, cell_site = (uint32_t)site & ~7u;
    cell = first;
    for (uint64_t at = address; at < address + size; at += bytes_in_cell(at, address + size)) {
        quick_on_cells(cell++, at % CELL_BYTES, bytes_in_cell(at, address + size), epoch, cell_site, writes);
    }
    return true;
}
