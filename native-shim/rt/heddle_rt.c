/* The functions that instrumented code calls. Every executable and shared library has its own hidden copy, which does
 * nothing until its constructor finds the checker's library in the process. Needs nothing of libc but dlsym, and
 * that only where the program has it: a static executable has neither dlsym nor a checker.
 */
#include "heddle_rt.h"

#define RTLD_DEFAULT_HANDLE ((void *)0)

extern void *dlsym(void *handle, const char *symbol) __attribute__((weak));

/* The linker makes these two where the module has a section "heddle_sites". */
extern const struct heddle_site __start_heddle_sites[] __attribute__((weak, visibility("hidden")));
extern const struct heddle_site __stop_heddle_sites[] __attribute__((weak, visibility("hidden")));

/* Likewise where some function of it notes which of its lines run. */
extern struct heddle_lines __start_heddle_lines[] __attribute__((weak, visibility("hidden")));
extern struct heddle_lines __stop_heddle_lines[] __attribute__((weak, visibility("hidden")));

/* Likewise where it looks at numbers of descriptors. */
extern const char __start_heddle_numbers[] __attribute__((weak, visibility("hidden")));
extern const char __stop_heddle_numbers[] __attribute__((weak, visibility("hidden")));

/* Not behind the program's variables that begin as zeros: arrays of them are what programs most often write past the end of. */
HEDDLE_HIDDEN __attribute__((section(".data"))) const struct heddle_hooks *__heddle_attached;

static void attach_lines(void) {
    heddle_attach_lines_fn *attach_fn = (heddle_attach_lines_fn *)dlsym(RTLD_DEFAULT_HANDLE, "__heddle_attach_lines");
    if (attach_fn) {
        attach_fn(__start_heddle_lines, __stop_heddle_lines);
    }
}

static void attach_numbers(void) {
    heddle_attach_numbers_fn *attach_fn = (heddle_attach_numbers_fn *)dlsym(RTLD_DEFAULT_HANDLE, "__heddle_attach_numbers");
    if (attach_fn) {
        attach_fn();
    }
}

/* 101 is the first priority that is not reserved: before the constructors of the program itself. */
__attribute__((constructor(101))) static void attach(void) {
    if (!dlsym) {
        return;
    }
    heddle_attach_fn *attach_fn = (heddle_attach_fn *)dlsym(RTLD_DEFAULT_HANDLE, "__heddle_attach");
    if (!attach_fn) {
        return;
    }
    const struct heddle_hooks *hooks = attach_fn(HEDDLE_ABI_VERSION, __start_heddle_sites, __stop_heddle_sites);
    if (hooks && hooks->version == HEDDLE_ABI_VERSION && hooks->size >= sizeof *hooks) {
        __heddle_attached = hooks;
        if (&__start_heddle_lines[0] < &__stop_heddle_lines[0]) {
            attach_lines();
        }
        if (&__start_heddle_numbers[0] < &__stop_heddle_numbers[0]) {
            attach_numbers();
        }
    }
}

#define CELL_BYTES 4u
#define CELLS 64u
#define MOST_BYTES 32u /* of an access that is no range */

static inline int is_known(const struct heddle_cell *cell, uint64_t epoch, int writes) {
    return cell->write == epoch || (!writes && cell->read == epoch);
}

static int are_known(const struct heddle_cell *bytes, size_t count, uint64_t epoch, int writes) {
    while (count > 0 && is_known(bytes, epoch, writes)) {
        bytes++;
        count--;
    }
    return count == 0;
}

/* Of so many bytes of one cell. */
static inline int is_known_in(const struct heddle_cell *cell, uint64_t from, size_t count, uint64_t epoch, int writes) {
    return is_known(cell, epoch, writes) ||
           (cell->write == HEDDLE_SPLIT && are_known(heddle_bytes(cell) + from, count, epoch, writes));
}

/* Whether the running thread has done as much before since its last operation, as far as a look or two tell. */
static inline int is_covered(const struct heddle_fast *fast, uint64_t address, size_t size, int writes) {
    const struct heddle_near *near = &fast->near[address / (CELL_BYTES * CELLS) & fast->mask];
    if (near->last != (address | (CELL_BYTES * CELLS - 1))) {
        return 0;
    }
    const struct heddle_cell *cell = &near->cells[address / CELL_BYTES % CELLS];
    uint64_t from = address % CELL_BYTES;
    if (from + size <= CELL_BYTES) {
        return is_known_in(cell, from, size, fast->epoch, writes);
    }
    if (size > MOST_BYTES || address + size - 1 > near->last) {
        return 0;
    }
    while (size > 0) {
        size_t count = size < CELL_BYTES - from ? size : CELL_BYTES - from;
        if (!is_known_in(cell++, from, count, fast->epoch, writes)) {
            return 0;
        }
        size -= count;
        from = 0;
    }
    return 1;
}

HEDDLE_HIDDEN int __heddle_read(const volatile void *address, size_t size, const struct heddle_site *site) {
    const struct heddle_hooks *hooks = __heddle_attached;
    if (hooks && !is_covered(hooks->fast, (uint64_t)(uintptr_t)address, size, 0)) {
        return hooks->read(address, size, site);
    }
    return 0;
}

HEDDLE_HIDDEN int __heddle_write(const volatile void *address, size_t size, const struct heddle_site *site) {
    const struct heddle_hooks *hooks = __heddle_attached;
    if (hooks && !is_covered(hooks->fast, (uint64_t)(uintptr_t)address, size, 1)) {
        return hooks->write(address, size, site);
    }
    return 0;
}

HEDDLE_HIDDEN const volatile void *__heddle_atomic_load(const volatile void *address, size_t size, int order,
                                                        const struct heddle_site *site) {
    return __heddle_attached ? __heddle_attached->atomic_load(address, size, order, site) : address;
}

HEDDLE_HIDDEN volatile void *__heddle_atomic_store(volatile void *address, size_t size, uint64_t value, int order,
                                                   const struct heddle_site *site) {
    return __heddle_attached ? __heddle_attached->atomic_store(address, size, value, order, site) : address;
}

HEDDLE_HIDDEN volatile void *__heddle_atomic_rmw(volatile void *address, size_t size, uint64_t operand, int order,
                                                 const struct heddle_site *site) {
    return __heddle_attached ? __heddle_attached->atomic_rmw(address, size, operand, order, site) : address;
}

HEDDLE_HIDDEN volatile void *__heddle_atomic_cas(volatile void *address, size_t size, uint64_t expected, uint64_t desired,
                                                 int success_order, int failure_order, const struct heddle_site *site) {
    return __heddle_attached
               ? __heddle_attached->atomic_cas(address, size, expected, desired, success_order, failure_order, site)
               : address;
}

HEDDLE_HIDDEN uint64_t __heddle_weak_cas(volatile void *address, size_t size, uint64_t expected, uint64_t desired,
                                         int success_order, int failure_order, const struct heddle_site *site) {
    return __heddle_attached
               ? __heddle_attached->weak_cas(address, size, expected, desired, success_order, failure_order, site)
               : expected;
}

HEDDLE_HIDDEN volatile void *__heddle_weak_cas_place(volatile void *address) {
    return __heddle_attached ? __heddle_attached->weak_cas_place(address) : address;
}

HEDDLE_HIDDEN int __heddle_fence(int order, const struct heddle_site *site) {
    if (__heddle_attached) {
        return __heddle_attached->fence(order, site);
    }
    return 0;
}

HEDDLE_HIDDEN int __heddle_library(int function, void *a, void *b, size_t size, const struct heddle_site *site) {
    if (__heddle_attached) {
        return __heddle_attached->library(function, a, b, size, site);
    }
    return 0;
}

/* What lies before the first bytes of a page may be no memory; the checker looks there with more care. */
static int is_seen(const void *callee) {
    uint64_t address = (uint64_t)(uintptr_t)callee;
    return address >= 65536 && address % 4096 >= sizeof(uint64_t) && heddle_is_seen(callee);
}

HEDDLE_HIDDEN int __heddle_external(const void *callee, int effect, int state, const struct heddle_site *site) {
    if (__heddle_attached && !(callee && is_seen(callee))) {
        return __heddle_attached->external(callee, effect, state, site);
    }
    return 0;
}

HEDDLE_HIDDEN int __heddle_own_store(const volatile void *address, size_t size, uint64_t value) {
    if (__heddle_attached && __builtin_memcmp((const void *)address, &value, size) != 0) {
        return __heddle_attached->changed();
    }
    return 0;
}

HEDDLE_HIDDEN int __heddle_changed(void) {
    if (__heddle_attached) {
        return __heddle_attached->changed();
    }
    return 0;
}

HEDDLE_HIDDEN int __heddle_lock_several(int begins) {
    if (__heddle_attached) {
        return __heddle_attached->lock_several(begins);
    }
    return 0;
}

static inline int may_come_again(uint64_t address) { return address - HEDDLE_HEAP < HEDDLE_ADDRESSES_END - HEDDLE_HEAP; }

HEDDLE_HIDDEN int __heddle_compare(uint64_t one, uint64_t other, const struct heddle_site *site) {
    if (one != other && may_come_again(one) && may_come_again(other) && __heddle_attached) {
        return __heddle_attached->compare(one, other, site);
    }
    return 0;
}

HEDDLE_HIDDEN int __heddle_leave(const volatile void *address, size_t size, const struct heddle_site *site) {
    if (__heddle_attached) {
        return __heddle_attached->leave(address, size, site);
    }
    return 0;
}

HEDDLE_HIDDEN int __heddle_operand(const volatile void *address, uint64_t value, const struct heddle_site *site) {
    if (__heddle_attached) {
        return __heddle_attached->operand(address, value, site);
    }
    return 0;
}

HEDDLE_HIDDEN int __heddle_outside(const volatile void *address, size_t size, const volatile void *variable, size_t bytes,
                                   int how, const struct heddle_site *site) {
    if (__heddle_attached) {
        return __heddle_attached->outside(address, size, variable, bytes, how, site);
    }
    return 0;
}

HEDDLE_HIDDEN int __heddle_meant_for(const void *address, const void *variable, size_t bytes, int how,
                                     const struct heddle_site *site) {
    if (__heddle_attached) {
        return __heddle_attached->meant_for(address, variable, bytes, how, site);
    }
    return 0;
}

HEDDLE_HIDDEN int __heddle_call(const struct heddle_site *site) {
    if (__heddle_attached) {
        return __heddle_attached->call(site);
    }
    return 0;
}
