#include "report/seen_value.h"

#include <stddef.h>

#include "model/fibers/fiber.h"
#include "model/fibers/processes.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "model/shared.h"
#include "race/clocks/times.h"
#include "race/race.h"
#include "race/shadow/shadow.h"

static struct heddle_stack *add(enum heddle_stack_kind kind, uint32_t thread, uint64_t site, const struct seen_value *seen) {
    if (rt.shared->stack_count == MAX_STACKS) {
        return NULL;
    }
    struct heddle_stack *stack = &rt.shared->stacks[rt.shared->stack_count++];
    *stack = (struct heddle_stack){.kind = kind, .thread = thread, .site = site, .address = seen->address, .length = seen->size};
    return stack;
}

/* The epoch of the last write of the byte, and its site; 0: instrumented code has not written it. */
static uint32_t last_write(uint64_t address, uint64_t *site) {
    const struct heddle_cell *cell = address && rt.asked.races ? shadow_cell(address) : NULL;
    if (!cell || cell->write == 0 || cell->write >= CELL_RED_ZONE) {
        return 0;
    }
    *site = resolve_site(cell->write_site & ~7u);
    return cell->write;
}

void see_value(enum heddle_stack_kind kind, uint32_t thread, const struct seen_value *seen) {
    struct heddle_stack *read = add(kind, thread, seen->site, seen);
    if (!read) {
        return;
    }
    read->value = seen->value;
    read->flags = HEDDLE_STACK_HAS_VALUE;
    uint64_t site, now;
    uint32_t epoch = last_write(seen->address, &site);
    struct heddle_stack *written = epoch ? add(HEDDLE_STACK_LAST_WRITE, rt.fibers[epoch_index(epoch)].id, site, seen) : NULL;
    if (written) {
        written->number = epoch_clock(epoch) - 1;
        if (processes_value(seen->address, seen->size, &now)) {
            written->value = now;
            written->flags = HEDDLE_STACK_HAS_VALUE;
        }
    }
}

void operand_told(uint64_t address, uint64_t value, const struct heddle_site *site) {
    see_value(HEDDLE_STACK_OPERAND, rt.current->id,
              &(struct seen_value){rt.asked.races ? name_in_process(address) : 0, site->size, value, (uint64_t)(uintptr_t)site});
}
