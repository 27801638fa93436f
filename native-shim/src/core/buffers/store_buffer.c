#include "core/buffers/store_buffer.h"

#include <string.h>

#include "base/invariant.h"
#include "model/note.h"
#include "model/objects.h"
#include "model/runtime.h"
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

uint64_t buffer_forwards(const struct fiber *fiber, uint64_t address, uint64_t size) {
    uint64_t forwarded = 0;
    for (const struct buffered_store *store = buffer_of(fiber)->held_newest; store; store = store->held_older) {
        for (uint64_t i = 0; overlaps(store, address, size) && i < size && i < 64; i++) {
            forwarded |= (uint64_t)overlaps(store, address + i, 1) << i;
        }
    }
    return forwarded;
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

static bool is_of(const struct store_queue *queue, const struct heddle_event *access) {
    return !rt.asked.partial_order || (queue->address == access->object && queue->size == access->argument);
}

/* A queue that is not used any more serves another location: all its stores have reached memory, and the thread knows. */
struct store_queue *buffer_queue(const struct heddle_event *access) {
    struct store_queue **end = &buffer_of(rt.current)->queues, *unused = NULL;
    for (; *end; end = &(*end)->next) {
        if ((*end)->is_used && is_of(*end, access)) {
            return *end;
        }
        unused = unused || (*end)->is_used ? unused : *end;
    }
    if (!unused) {
        unused = *end = race_allocate(sizeof *unused);
        *unused = (struct store_queue){.owner = rt.current};
    }
    unused->is_used = true;
    unused->address = access->object;
    unused->size = access->argument;
    return unused;
}

static bool releases(const struct heddle_event *access) {
    return access->kind == HEDDLE_ATOMIC_STORE && order_of_success(access->order) == __ATOMIC_RELEASE;
}

void buffer_add(struct store_queue *queue, const struct heddle_event *access) {
    struct store_buffer *buffer = buffer_of(queue->owner);
    struct buffered_store *store = race_allocate(sizeof *store + 2 * access->argument);
    *store = (struct buffered_store){.older = buffer->newest,
                                     .held_older = buffer->held_newest,
                                     .queue = queue,
                                     .number = ++queue->stored,
                                     .barrier = releases(access) ? buffer->stored : buffer->fence,
                                     .event = *access};
    store->place = ++buffer->stored;
    store->stored = (unsigned char *)(store + 1);
    store->before = store->stored + access->argument;
    clock_copy(&store->fence, times_at(queue->owner->index)->release_fence);
    memcpy(store->before, (const void *)(uintptr_t)access->object, access->argument);
    *(buffer->held_newest ? &buffer->held_newest->held_newer : &buffer->held_oldest) = store;
    buffer->newest = buffer->held_newest = store;
}

struct buffered_store *buffer_next(const struct store_queue *queue) {
    struct buffered_store *store = buffer_of(queue->owner)->held_oldest;
    while (store && store->queue != queue) {
        store = store->held_newer;
    }
    return store;
}

const struct buffered_store *buffer_predecessor(const struct buffered_store *store, const struct store_queue *queue) {
    const struct buffered_store *before = store->older;
    while (before && (before->queue != queue ||
                      (before->place > store->barrier && !overlaps(before, store->event.object, store->event.argument)))) {
        before = before->older;
    }
    return before;
}

void buffer_flush(struct buffered_store *store) {
    struct store_buffer *buffer = buffer_of(store->queue->owner);
    memcpy((void *)(uintptr_t)store->event.object, store->stored, store->event.argument);
    *(store->held_older ? &store->held_older->held_newer : &buffer->held_oldest) = store->held_newer;
    *(store->held_newer ? &store->held_newer->held_older : &buffer->held_newest) = store->held_older;
    store->queue->flushed++;
    buffer->flushed++;
}

void buffer_fence(void) { buffer_of(rt.current)->fence = buffer_of(rt.current)->stored; }

void buffer_drained(struct fiber *fiber) {
    struct store_buffer *buffer = buffer_of(fiber);
    INVARIANT(!buffer->held_newest);
    buffer->newest = NULL;
    for (struct store_queue *queue = buffer->queues; queue; queue = queue->next) {
        queue->is_used = false;
    }
}

/* A byte that the thread has stored since without a hook, or that no other thread accesses meanwhile, goes with the newest store that covers
 * it. */
void buffer_hide(struct fiber *fiber) {
    for (struct buffered_store *store = buffer_of(fiber)->held_newest; store; store = store->held_older) {
        void *place = (void *)(uintptr_t)store->event.object;
        memcpy(store->stored, place, store->event.argument);
        memcpy(place, store->before, store->event.argument);
    }
}

void buffer_show(struct fiber *fiber) {
    for (struct buffered_store *store = buffer_of(fiber)->held_oldest; store; store = store->held_newer) {
        void *place = (void *)(uintptr_t)store->event.object;
        memcpy(store->before, place, store->event.argument);
        memcpy(place, store->stored, store->event.argument);
    }
}
