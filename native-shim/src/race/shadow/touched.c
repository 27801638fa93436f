#include "race/shadow/touched.h"

#include <stdbool.h>
#include <stddef.h>

#include "race/shadow/shadow.h"

static bool has(const struct heddle_cell *cell, uint32_t epoch, uint32_t cell_site) {
    if (cell->write == epoch && cell->write_site == cell_site) {
        return true;
    }
    if (cell->read != CELL_READERS) {
        return cell->read == epoch && cell->read_site == cell_site;
    }
    uint32_t n = cell->read_site;
    while (n && (shadow_reader(n)->epoch != epoch || shadow_reader(n)->site != cell_site)) {
        n = shadow_reader(n)->next;
    }
    return n;
}

static bool is_touched(uint64_t address, uint32_t epoch, uint32_t cell_site) {
    const struct heddle_cell *cell = shadow_cell(address);
    return cell && has(cell, epoch, cell_site);
}

/* Once a cell is touched, so is all of it: what is grouped by this need not be exact to the byte. */
struct heddle_range shadow_touched(uint32_t epoch, uint32_t cell_site, uint64_t at, uint64_t size) {
    uint64_t start = at, end = at + size;
    while (at - start < MOST_TOUCHED && is_touched(start - 1, epoch, cell_site)) {
        start = (start - 1) & ~(uint64_t)(CELL_BYTES - 1);
    }
    while (end - at < MOST_TOUCHED && is_touched(end, epoch, cell_site)) {
        end = (end | (CELL_BYTES - 1)) + 1;
    }
    return (struct heddle_range){start, end - start};
}
