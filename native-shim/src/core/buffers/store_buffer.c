#include "core/buffers/store_buffer.h"

#include <string.h>

#include "base/invariant.h"
#include "model/note.h"
#include "model/objects.h"
#include "model/shared.h"
#include "race/clocks/race_memory.h"
#include "race/clocks/times.h"

/* Nothing lies there that could be a semaphore of the program: its own are in modules, on stacks and in heaps, which are elsewhere. */
#define NAMES (1ull << 40)
#define NAMES_OF_ONE (1ull << 24)
#define NAMES_END (NAMES + (1ull << 40))

static struct store_buffer buffers[MAX_FIBERS];

struct store_buffer *buffer_of(const struct fiber *fiber) { return &buffers[fiber->index]; }

bool buffer_is_undrained(const struct fiber *fiber) { return buffer_of(fiber)->newest; }

static bool overlaps(const struct buffered_store *store, uint64_t address, uint64_t size) {
    return store->event.object < address + size && address < store->event.object + store->event.argument;
}

bool buffer_overlaps(const struct fiber *fiber, uint64_t address, uint64_t size) {
    const struct buffered_store *store = buffer_of(fiber)->newest;
    while (store && !overlaps(store, address, size)) {
        store = store->older;
    }
    return store;
}

bool buffer_forwards(const struct fiber *fiber, uint64_t address, uint64_t size) {
    for (const struct buffered_store *store = buffer_of(fiber)->newest; store && !store->is_flushed; store = store->older) {
        if (overlaps(store, address, size)) {
            return true;
        }
    }
    return false;
}

uint64_t buffer_name(const struct fiber *flusher, uint32_t number, enum buffer_step step) {
    if (number >= NAMES_OF_ONE / 2) {
        out_of("stores of one thread that go through its store buffer", NAMES_OF_ONE / 2 - 1);
    }
    uint64_t name = NAMES + flusher->id * NAMES_OF_ONE + 2ull * number + step;
    object_at(HEDDLE_FAMILY_SEMAPHORE, (void *)(uintptr_t)name); /* so that nobody looks there for its value */
    return name;
}

bool buffer_is_name(uint64_t object) { return object >= NAMES && object < NAMES_END; }

struct buffered_store *buffer_add(struct fiber *fiber, const struct heddle_event *access) {
    struct store_buffer *buffer = buffer_of(fiber);
    struct buffered_store *store = race_allocate(sizeof *store + 2 * access->argument);
    *store = (struct buffered_store){.older = buffer->newest, .event = *access};
    store->stored = (unsigned char *)(store + 1);
    store->before = store->stored + access->argument;
    clock_copy(&store->fence, times_at(fiber->index)->release_fence);
    memcpy(store->before, (const void *)(uintptr_t)access->object, access->argument);
    *(buffer->newest ? &buffer->newest->newer : &buffer->oldest) = store;
    buffer->newest = store;
    return store;
}

struct buffered_store *buffer_next(const struct fiber *fiber) {
    struct buffered_store *store = buffer_of(fiber)->oldest;
    while (store && store->is_flushed) {
        store = store->newer;
    }
    return store;
}

void buffer_flush(struct fiber *fiber) {
    struct buffered_store *store = buffer_next(fiber);
    INVARIANT(store);
    memcpy((void *)(uintptr_t)store->event.object, store->stored, store->event.argument);
    store->is_flushed = true;
    buffer_of(fiber)->flushed++;
}

void buffer_drained(struct fiber *fiber) {
    struct store_buffer *buffer = buffer_of(fiber);
    INVARIANT(!buffer->newest || buffer->newest->is_flushed);
    buffer->oldest = buffer->newest = NULL;
}

/* A byte that the thread has stored since without a hook, or that no other thread accesses meanwhile, goes with the newest store that covers
 * it. */
void buffer_hide(struct fiber *fiber) {
    for (struct buffered_store *store = buffer_of(fiber)->newest; store && !store->is_flushed; store = store->older) {
        void *place = (void *)(uintptr_t)store->event.object;
        memcpy(store->stored, place, store->event.argument);
        memcpy(place, store->before, store->event.argument);
    }
}

void buffer_show(struct fiber *fiber) {
    for (struct buffered_store *store = buffer_next(fiber); store; store = store->newer) {
        void *place = (void *)(uintptr_t)store->event.object;
        memcpy(store->before, place, store->event.argument);
        memcpy(place, store->stored, store->event.argument);
    }
}
