#include "memory/buffered_store.h"

#include <string.h>

#include "base/compiler.h"
#include "base/invariant.h"
#include "core/buffers/store_buffer.h"
#include "core/schedule.h"
#include "model/operation.h"
#include "model/runtime.h"
#include "race/clocks/times.h"
#include "race/race.h"
#include "race/shadow/unmapped.h"

static make_flusher_fn *make_flusher;

void buffered_store_prepare(make_flusher_fn *maker) { make_flusher = maker; }

static void step(enum heddle_op kind, const struct fiber *flusher, uint32_t number, enum buffer_step step, uint64_t site) {
    struct heddle_event operation = operation_on(kind, buffer_name(flusher, number, step), 0, site);
    point(&operation);
}

/* Of up to 8 bytes the event says what they are. */
static uint64_t value_of(const struct buffered_store *store) {
    uint64_t value = 0;
    uint64_t size = store->event.argument;
    memcpy(&value, store->stored, size < sizeof value ? size : sizeof value);
    return value;
}

/* The flusher of a thread. It takes over what the store passes on to others, and no more: the thread's times when it stored. */
static void *flush_in_turn(void *argument) {
    struct fiber *owner = argument, *self = rt.current;
    for (;;) {
        uint32_t number = buffer_of(owner)->flushed + 1;
        step(HEDDLE_SEM_WAIT, self, number, BUFFER_STORED, 0);
        const struct buffered_store *store = buffer_next(owner);
        struct heddle_event flush = store->event;
        flush.value = value_of(store);
        clock_copy(&times_at(self->index)->release_fence, store->fence);
        point(&flush);
        buffer_flush(owner);
        step(HEDDLE_SEM_POST, self, number, BUFFER_FLUSHED, flush.site);
    }
    return NULL;
}

static struct fiber *flusher_of(struct fiber *fiber, uint64_t site) {
    struct store_buffer *buffer = buffer_of(fiber);
    if (!buffer->flusher) {
        struct fiber *flusher = make_flusher(flush_in_turn, fiber, "store buffer", site);
        flusher->signal.blocked = ~0ull;
        flusher->flushes = fiber;
        buffer->flusher = flusher;
    }
    return buffer->flusher;
}

/* Races are looked for when the thread stores, in its own time: when the store reaches memory makes none. The order of two such moments is
 * not explored, so an atomic store leaves what it finds, as additions do. */
static void look_for_races(const struct fiber *self, const struct heddle_event *access) {
    if (rt.asked.races) {
        unsigned how = HOW_WRITES | (access->kind == HEDDLE_ATOMIC_STORE ? HOW_ATOMIC | HOW_BLIND : 0);
        race_access(self, access->object, access->argument, access->site, how);
    }
}

bool buffered_store(const struct heddle_event *access) {
    struct fiber *self = rt.current;
    bool drains = access->kind == HEDDLE_ATOMIC_STORE && access->order == __ATOMIC_SEQ_CST;
    if (drains || rt.fiber_count == 1 || rt.section || memory_is_unmapped(access->object)) {
        return false;
    }
    struct fiber *flusher = flusher_of(self, access->site);
    look_for_races(self, access);
    step(HEDDLE_SEM_POST, flusher, ++buffer_of(self)->stored, BUFFER_STORED, access->site);
    buffer_add(self, access);
    return true;
}

void buffered_store_end(uint64_t address, uint64_t size, uint64_t site) {
    if (UNLIKELY(rt.asked.buffers) && running() && buffer_overlaps(rt.current, address, size)) {
        point_on(HEDDLE_ATOMIC_FENCE, NULL, 0, site);
    }
}
