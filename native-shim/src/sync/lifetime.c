#define _GNU_SOURCE
#include "sync/lifetime.h"

#include <dlfcn.h>
#include <string.h>

#include "base/compiler.h"
#include "base/hot.h"
#include "model/addresses.h"
#include "model/note.h"
#include "model/runtime.h"
#include "report/pedantic.h"

static const uint16_t destroyed_mark = 0xdead; /* no field that it lies in can have this value otherwise */

HOT static bool was_alive; /* the object of the last event that initialised one */
HOT static bool was_over;  /* the object of the last event that destroyed one */

void lifetime_begin(struct object *object, const struct heddle_event *event) {
    was_alive = object->initialised && !object->destroyed;
    object->initialised = true;
    object->destroyed = false;
    if (UNLIKELY(rt.asked.pedantic) && lifetime_is_private(object->address)) {
        pedantic_begin(object, event);
    }
}

void lifetime_end(struct object *object, void *mark, bool ends) {
    was_over = lifetime_is_over(object, mark);
    if (!ends) {
        return;
    }
    object->destroyed = true;
    if (mark) {
        memcpy(mark, &destroyed_mark, LIFETIME_MARK);
    }
    pedantic_end(object->family, object->address);
}

void lifetime_let_go(const struct object *object) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        struct fiber *f = &rt.fibers[i];
        if (f->wait.signalled && !f->exited && f->pending && f->pending->object == object->address) {
            f->wait.outlives = object->address;
        }
    }
}

bool lifetime_is_over(struct object *object, const void *mark) {
    if (object->destroyed && mark && memcmp(mark, &destroyed_mark, LIFETIME_MARK) != 0) {
        object->destroyed = false;
    }
    return object->destroyed;
}

bool lifetime_was_over(void) { return was_over; }

bool lifetime_is_private(uint64_t address) {
    Dl_info info;
    return (address >= FIBER_SLOTS && address < ARENAS_END) || dladdr((void *)(uintptr_t)address, &info);
}

/* Objects on stacks, and in memory that the program maps itself, come and go with it. */
static bool lies_still(uint64_t address) {
    bool slot = address >= FIBER_SLOTS && address < SPILL_ARENAS;
    bool stack = slot && (address - FIBER_SLOTS) % FIBER_SLOT_SIZE < FIBER_STACK_TOP;
    return !stack && lifetime_is_private(address);
}

void lifetime_check_begun(const volatile void *object, enum heddle_family family, const char *function, uint64_t site) {
    if (was_alive && lies_still((uint64_t)(uintptr_t)object)) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_INITIALISED_ALREADY, family, (uint64_t)(uintptr_t)object, site, function);
    }
}
