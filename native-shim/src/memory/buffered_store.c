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

/* Waits until the stores of its thread have reached memory that come before this one does. */
static void await_earlier(const struct buffered_store *store) {
    for (const struct store_queue *queue = buffer_of(store->queue->owner)->queues; queue; queue = queue->next) {
        const struct buffered_store *before = queue == store->queue ? NULL : buffer_predecessor(store, queue);
        if (before) {
            step(HEDDLE_SEM_PASS, queue->flusher, before->number, BUFFER_FLUSHED, store->event.site);
        }
    }
}

/* The flusher of a queue. It takes over what the store passes on to others, and no more: the thread's times when it stored. */
static void *flush_in_turn(void *argument) {
    struct store_queue *queue = argument;
    struct fiber *self = rt.current;
    for (;;) {
        uint32_t number = queue->flushed + 1;
        step(HEDDLE_SEM_WAIT, self, number, BUFFER_STORED, 0);
        struct buffered_store *store = buffer_next(queue);
        INVARIANT(store && store->number == number);
        await_earlier(store);
        struct heddle_event flush = store->event;
        flush.value = value_of(store);
        clock_copy(&times_at(self->index)->release_fence, store->fence);
        point(&flush);
        buffer_flush(store);
        step(HEDDLE_SEM_POST, self, number, BUFFER_FLUSHED, flush.site);
    }
    return NULL;
}

static struct fiber *flusher_of(struct store_queue *queue, uint64_t site) {
    if (!queue->flusher) {
        struct store_buffer *buffer = buffer_of(queue->owner);
        buffer->grows = true;
        struct fiber *flusher = make_flusher(flush_in_turn, queue, "store buffer", site);
        flusher->signal.blocked = ~0ull;
        flusher->flushes = queue->owner;
        queue->flusher = flusher;
        buffer->grows = false;
    }
    return queue->flusher;
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
    bool drains = access->kind == HEDDLE_ATOMIC_STORE && order_of_success(access->order) == __ATOMIC_SEQ_CST;
    if (drains || rt.fiber_count == 1 || rt.section || memory_is_unmapped(access->object)) {
        return false;
    }
    struct store_queue *queue = buffer_queue(access);
    const struct fiber *flusher = flusher_of(queue, access->site);
    look_for_races(self, access);
    step(HEDDLE_SEM_POST, flusher, queue->stored + 1, BUFFER_STORED, access->site);
    buffer_add(queue, access);
    return true;
}

void buffered_store_fence(int order) {
    if (order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL) {
        buffer_fence();
    }
}

void buffered_store_end(uint64_t address, uint64_t size, uint64_t site) {
    if (UNLIKELY(rt.asked.buffers) && running() && buffer_overlaps(rt.current, address, size)) {
        point_on(HEDDLE_ATOMIC_FENCE, NULL, 0, site);
    }
}
