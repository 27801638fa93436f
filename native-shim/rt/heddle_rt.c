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

HEDDLE_HIDDEN const struct heddle_hooks *__heddle_attached;

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
    }
}

HEDDLE_HIDDEN void __heddle_read(const volatile void *address, size_t size, const struct heddle_site *site) {
    if (__heddle_attached) {
        __heddle_attached->read(address, size, site);
    }
}

HEDDLE_HIDDEN void __heddle_write(const volatile void *address, size_t size, const struct heddle_site *site) {
    if (__heddle_attached) {
        __heddle_attached->write(address, size, site);
    }
}

HEDDLE_HIDDEN void __heddle_atomic_load(const volatile void *address, size_t size, int order,
                                        const struct heddle_site *site) {
    if (__heddle_attached) {
        __heddle_attached->atomic_load(address, size, order, site);
    }
}

HEDDLE_HIDDEN void __heddle_atomic_store(volatile void *address, size_t size, uint64_t value, int order,
                                         const struct heddle_site *site) {
    if (__heddle_attached) {
        __heddle_attached->atomic_store(address, size, value, order, site);
    }
}

HEDDLE_HIDDEN void __heddle_atomic_rmw(volatile void *address, size_t size, uint64_t operand, int order,
                                       const struct heddle_site *site) {
    if (__heddle_attached) {
        __heddle_attached->atomic_rmw(address, size, operand, order, site);
    }
}

HEDDLE_HIDDEN void __heddle_atomic_cas(volatile void *address, size_t size, uint64_t expected, uint64_t desired,
                                       int success_order, int failure_order, const struct heddle_site *site) {
    if (__heddle_attached) {
        __heddle_attached->atomic_cas(address, size, expected, desired, success_order, failure_order, site);
    }
}

HEDDLE_HIDDEN void __heddle_fence(int order, const struct heddle_site *site) {
    if (__heddle_attached) {
        __heddle_attached->fence(order, site);
    }
}

HEDDLE_HIDDEN void __heddle_call(const struct heddle_site *site) {
    if (__heddle_attached) {
        __heddle_attached->call(site);
    }
}
