#include "race/shadow/copied.h"

#include "base/hot.h"
#include "model/fibers/processes.h"
#include "model/runtime.h"
#include "race/clocks/race_memory.h"
#include "race/clocks/times.h"
#include "race/race_report.h"
#include "race/shadow/shadow.h"

HOT bool copied_any;

/* Some bytes that one thread wrote, in one process. */
static struct copied {
    struct copied *next;
    uint64_t address, size;
    uint32_t process, epoch, site;
} *copied;

static struct {
    uint32_t process;
    const struct times *forks;
    bool (*is_own)(uint64_t address);
} now; /* while one is forked */

static void keep(const struct heddle_cell *cell, uint64_t address, uint64_t size) {
    bool is_write = cell->write && cell->write < CELL_RED_ZONE && !(cell->write_site & SITE_ATOMIC);
    if (is_write && !epoch_is_before(cell->write, now.forks->c11) && epoch_index(cell->write) != rt.current->index &&
        now.is_own(address)) {
        struct copied *new = race_allocate(sizeof *new);
        *new = (struct copied){copied, address, size, now.process, cell->write, cell->write_site};
        copied = new;
        copied_any = true;
    }
}

static void keep_of_chunk(uint64_t name, struct heddle_cell *cells) {
    uint64_t start = address_of_name(name);
    if (name - start != processes_prefix(rt.current->process)) {
        return; /* another process's */
    }
    for (uint32_t i = 0; i < CHUNK_CELLS; i++) {
        if (cells[i].write != CELL_SPLIT) {
            keep(&cells[i], start + i * CELL_BYTES, CELL_BYTES);
            continue;
        }
        for (uint32_t byte = 0; byte < CELL_BYTES; byte++) {
            keep(&heddle_bytes(&cells[i])[byte], start + i * CELL_BYTES + byte, 1);
        }
    }
}

void copied_at_fork(uint32_t process, bool (*is_own)(uint64_t address)) {
    now.process = process;
    now.forks = times_at(rt.current->index);
    now.is_own = is_own;
    if (rt.asked.races) {
        shadow_each(keep_of_chunk);
    }
}

static bool is_at(const struct copied *c, uint64_t address, uint64_t size) {
    return c->process == rt.current->process && c->address < address + size && address < c->address + c->size;
}

void copied_is_read(uint64_t address, uint64_t size, uint64_t site) {
    const struct times *times = times_at(rt.current->index);
    struct access a = {.fiber = rt.current,
                       .times = times,
                       .address = address,
                       .size = size,
                       .site = site,
                       .epoch = epoch_now(rt.current),
                       .cell_site = (uint32_t)site & ~7u};
    for (const struct copied *c = copied; c; c = c->next) {
        if (is_at(c, address, size) && !epoch_is_before(c->epoch, times->c11)) {
            race_tell(&a, c->epoch, c->site, true, c->address, c->size);
        }
    }
}

/* Where that is a part of it, the rest is forgotten as well: rather a race that is not told than one that is none. */
void copied_is_written(uint64_t address, uint64_t size) {
    for (struct copied *c = copied; c; c = c->next) {
        if (is_at(c, address, size)) {
            c->size = 0;
        }
    }
}

void copied_is_ordered(void) {
    for (struct copied *c = copied; c; c = c->next) {
        if (c->process == rt.current->process) {
            c->size = 0;
        }
    }
}
