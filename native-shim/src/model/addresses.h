/* The map of the address space that the runtime hands out; see fiber.c and heap.c. */
#ifndef HEDDLE_ADDRESSES_H
#define HEDDLE_ADDRESSES_H

#include <stdbool.h>
#include <stdint.h>

#include "heddle_abi.h"

#define MAX_THREAD_ID 65535u

#define MIB (1ull << 20)
#define GIB (1ull << 30)

#define FIBER_SLOTS HEDDLE_HEAP /* first slot, that of thread 0; behind the shadow memory of AddressSanitizer */
#define FIBER_SLOT_SIZE (64 * MIB)
#define FIBER_STACK_TOP (33 * MIB)          /* offset in the slot */
#define DEFAULT_STACK (8 * MIB)             /* as a thread gets natively */
#define FIBER_STACK_GUARD 65536ull          /* the lowest bytes of a slot stay unused */
#define FIBER_STACK_ROOM (FIBER_STACK_TOP - FIBER_STACK_GUARD)
#define SPILL_ARENAS 0x200000000000ull      /* second arena of each thread, for what the slot cannot hold */
#define SPILL_ARENA_SIZE (512 * MIB)
#define MAIN_ARENA 0x400000000000ull /* second arena of thread 0 */
#define ARENAS_END (HEDDLE_HEAP + HEDDLE_HEAP_SIZE)
#define MAPPING_WINDOW (256 * MIB) /* address space for the mappings of one thread; larger ones lie where the kernel likes */
#define SHARED_NAMES \
    (ARENAS_END + (MAX_THREAD_ID + 1ull) * MAPPING_WINDOW) /* as much for the names of what it maps, see aliases.h */

static inline uint64_t fiber_slot(uint32_t id) { return FIBER_SLOTS + id * FIBER_SLOT_SIZE; }
static inline uint64_t fiber_stack_top(uint32_t id) { return fiber_slot(id) + FIBER_STACK_TOP; }

/* Whether it is the name of what lies in shared pages. */
static inline bool is_shared_name(uint64_t address) {
    return address >= SHARED_NAMES && address < SHARED_NAMES + (MAX_THREAD_ID + 1ull) * MAPPING_WINDOW;
}

/* Whether the address is in the room of some thread's stack. */
static inline bool is_on_a_stack(uint64_t address) {
    return address >= FIBER_SLOTS && address < SPILL_ARENAS && (address - FIBER_SLOTS) % FIBER_SLOT_SIZE < FIBER_STACK_TOP;
}

#endif
