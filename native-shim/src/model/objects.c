/* The model's table of synchronisation objects, by kind and address. Objects lie densely in order of first use, with a
 * hash index beside them, so that an execution dirties few pages. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>

#include "base/compiler.h"
#include "base/hot.h"
#include "base/invariant.h"
#include "base/pages/runtime_memory.h"
#include "model/addresses.h"
#include "model/fibers/processes.h"
#include "model/memory/aliases.h"
#include "model/note.h"
#include "model/objects.h"
#include "model/runtime.h"

#define MAX_OBJECTS (1u << 20)

static struct object *objects = rt.first_objects;
HOT static uint32_t object_count;
static uint32_t *hash_index = rt.first_index; /* object number + 1, or 0 */
static uint32_t capacity = FIRST_INDEX;

static uint32_t slot_of(enum heddle_family family, uint64_t address, uint32_t mask) {
    uint64_t h = (address >> 2 ^ (uint64_t)family << 56) * 0x9e3779b97f4a7c15ull;
    return (uint32_t)(h >> 32) & mask;
}

static uint32_t *place(enum heddle_family family, uint64_t address) {
    uint32_t mask = capacity - 1;
    for (uint32_t at = slot_of(family, address, mask);; at = (at + 1) & mask) {
        if (hash_index[at] == 0) {
            return &hash_index[at];
        }
        const struct object *o = &objects[hash_index[at] - 1];
        if (o->address == address && o->family == family) {
            return &hash_index[at];
        }
    }
}

static void *pages(size_t bytes) {
    void *got = runtime_pages(bytes);
    if (!got) {
        out_of("bytes of memory for synchronisation objects", bytes);
    }
    return got;
}

static void grow(void) {
    uint32_t *old = hash_index;
    uint32_t old_capacity = capacity;
    capacity *= 2;
    hash_index = pages(capacity * sizeof *hash_index);
    for (uint32_t i = 0; i < object_count; i++) {
        *place(objects[i].family, objects[i].address) = i + 1;
    }
    if (old != rt.first_index) {
        runtime_unmap(old, old_capacity * sizeof *old);
    }
}

static uint64_t hash_word(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 32;
}

static uint64_t name_of(uint64_t address) { return name_in_process(alias_name(address)); }

struct object *object_find(enum heddle_family family, uint64_t address) {
    if (object_count == 0) {
        return NULL;
    }
    uint32_t number = *place(family, name_of(address));
    return number ? &objects[number - 1] : NULL;
}

struct object *object_at(enum heddle_family family, const volatile void *pointer) {
    uint64_t address = name_of((uint64_t)(uintptr_t)pointer);
    uint32_t *number = place(family, address);
    if (*number == 0) {
        if (object_count == MAX_OBJECTS) {
            out_of("synchronisation objects in one execution", MAX_OBJECTS);
        }
        if (object_count * 2 >= capacity) {
            grow();
            number = place(family, address);
        }
        if (object_count == FIRST_OBJECTS) {
            objects = memcpy(pages(MAX_OBJECTS * sizeof *objects), rt.first_objects, sizeof rt.first_objects);
        }
        INVARIANT(*number == 0 && object_count < capacity);
        struct object *o = &objects[object_count++];
        o->address = address;
        o->family = family;
        *number = object_count;
    }
    return &objects[*number - 1];
}

bool objects_all(bool (*are)(struct object *)) {
    uint32_t i = 0;
    while (i < object_count && are(&objects[i])) {
        i++;
    }
    return i == object_count;
}

void objects_inherit(const struct fiber *parent, struct fiber *child, keeps_owner_fn *keeps_owner, copy_order_fn *copy_order) {
    uint32_t known = object_count;
    for (uint32_t i = 0; i < known; i++) {
        struct object of_parent = objects[i];
        bool has_address = of_parent.family >= HEDDLE_FAMILY_MUTEX && of_parent.family <= HEDDLE_FAMILY_SPINLOCK;
        uint64_t address = address_of_name(of_parent.address);
        bool is_of_parent = of_parent.address - address == processes_prefix(parent->process);
        if (!has_address || !is_of_parent || address >= SHARED_NAMES || !processes_is_own(address)) {
            continue;
        }
        uint64_t name = address | processes_prefix(child->process);
        struct object *o = object_at((enum heddle_family)of_parent.family, (const volatile void *)(uintptr_t)name);
        *o = of_parent;
        o->address = name;
        o->owner = of_parent.owner == parent && !keeps_owner(&of_parent) ? child : of_parent.owner;
        o->order = of_parent.order ? copy_order(of_parent.order) : NULL;
        o->waiters = NULL;
        o->waiter_count = 0;
    }
}

bool object_unlink_waiter(struct object *o, const struct fiber *fiber) {
    struct fiber **at = &o->waiters;
    while (*at && *at != fiber) {
        at = &(*at)->wait.next;
    }
    if (!*at) {
        return false;
    }
    *at = fiber->wait.next;
    return true;
}

uint64_t objects_state(void) {
    uint64_t hash = object_count;
    for (uint32_t i = 0; i < object_count; i++) {
        const struct object *o = &objects[i];
        uint64_t owner = o->owner ? o->owner->id + 1 : 0;
        uint64_t flags = o->destroyed | o->initialised << 1 | o->used << 2 | o->robust << 3;
        uint64_t words[] = {o->address, o->family, o->kind, owner, o->count, o->waiter_count, flags};
        for (unsigned k = 0; k < sizeof words / sizeof *words; k++) {
            hash = hash_word(hash, words[k]);
        }
        for (const struct fiber *waiter = o->waiters; waiter; waiter = waiter->wait.next) {
            hash = hash_word(hash, waiter->id);
        }
    }
    return hash;
}

struct object *object_owned(enum heddle_family family, const struct fiber *owner, bool (*which)(const struct object *)) {
    struct object *first = NULL;
    for (uint32_t i = 0; i < object_count; i++) {
        struct object *o = &objects[i];
        if (o->family == family && o->owner == owner && which(o) && (!first || o->address < first->address)) {
            first = o;
        }
    }
    return first;
}
