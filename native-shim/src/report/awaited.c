#include "report/awaited.h"

#include <stdbool.h>
#include <string.h>

#include "model/fibers/processes.h"
#include "model/fibers/running_stack.h"
#include "model/runtime.h"
#include "report/seen_value.h"

#define MOST_LOOKS 8u /* the last ones: those of the loop's condition come right before the wait */

struct condition_look {
    uint64_t address, site;
    uint32_t size, number; /* the order of looks; 0: there is none */
};

static struct condition_look looks[MAX_FIBERS][MOST_LOOKS];
static uint32_t numbers;

static bool is_number(uint64_t size) { return size <= sizeof(uint64_t) && (size & (size - 1)) == 0; }

void awaited_read(const struct fiber *fiber, uint64_t address, uint64_t size, uint64_t site) {
    if (!is_number(size) || is_on_running_stack(fiber, address)) {
        return;
    }
    address = name_in_process(address);
    struct condition_look *of = looks[fiber->index], *into = &of[0];
    for (uint32_t i = 0; i < MOST_LOOKS; i++) {
        if (of[i].number && of[i].address == address && of[i].size == size) {
            into = &of[i];
            break;
        }
        into = of[i].number < into->number ? &of[i] : into;
    }
    *into = (struct condition_look){address, site, (uint32_t)size, ++numbers};
}

void awaited_event(const struct fiber *fiber, const struct heddle_event *event) {
    if (event->kind == HEDDLE_MUTEX_LOCK || event->kind == HEDDLE_MUTEX_TRYLOCK || event->kind == HEDDLE_COND_WAKE) {
        memset(looks[fiber->index], 0, sizeof looks[fiber->index]);
    }
}

static void tell(const struct fiber *fiber, const struct condition_look *look) {
    uint64_t value;
    if (!processes_value(look->address, look->size, &value)) {
        return;
    }
    see_value(HEDDLE_STACK_AWAITED, fiber->id, &(struct seen_value){look->address, look->size, value, look->site});
}

static void tell_all(const struct fiber *fiber) {
    struct condition_look *of = looks[fiber->index];
    for (uint32_t last = 0;;) {
        const struct condition_look *next = NULL;
        for (uint32_t i = 0; i < MOST_LOOKS; i++) {
            if (of[i].number > last && (!next || of[i].number < next->number)) {
                next = &of[i];
            }
        }
        if (!next) {
            return;
        }
        last = next->number;
        tell(fiber, next);
    }
}

void awaited_tell(void) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const struct fiber *fiber = &rt.fibers[i];
        if (!fiber->exited && fiber->pending && fiber->pending->kind == HEDDLE_COND_WAKE && !fiber->wait.signalled) {
            tell_all(fiber);
        }
    }
}
