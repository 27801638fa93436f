#define _GNU_SOURCE
#include <stddef.h>

#include "base/asan.h"
#include "base/compiler.h"

/* Its interface (sanitizer/asan_interface.h). */
#define OF_ASAN __attribute__((weak))
extern void __asan_poison_memory_region(const volatile void *address, size_t size) OF_ASAN;
extern void __asan_unpoison_memory_region(const volatile void *address, size_t size) OF_ASAN;

static bool there;

void asan_start(void) { there = __asan_poison_memory_region != NULL; }

bool asan_is_there(void) { return there; }

void asan_poison(uint64_t address, uint64_t size) {
    if (there) {
        __asan_poison_memory_region((void *)(uintptr_t)address, size);
    }
}

void asan_unpoison(uint64_t address, uint64_t size) {
    if (there) {
        __asan_unpoison_memory_region((void *)(uintptr_t)address, size);
    }
}

/* It asks for these as it starts. Crashes are told by how the process ends, leaks by --leaks; its fake stacks know real threads
 * only, and where it stands in the list of libraries does not matter, because the heap is ours. */
EXPORT const char *__asan_default_options(void);
EXPORT const char *__asan_default_options(void) {
    return "verify_asan_link_order=0:detect_leaks=0:abort_on_error=1:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:"
           "handle_sigill=0:handle_abort=0:detect_stack_use_after_return=0:alloc_dealloc_mismatch=0:"
           "allow_user_segv_handler=1:use_sigaltstack=0";
}
