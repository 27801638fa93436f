/* ThreadSanitizer's interface for fibers (sanitizer/tsan_interface.h): programs that switch stacks by themselves tell it when they do. The
 * checker's library understands it as well (sync/contexts/tsan_fibers.c). Without it the functions do nothing, as where nobody looks.
 *
 * Every module has its own hidden copy, as of the other functions here.
 */
#include <stddef.h>

#include "heddle_rt.h"

#define FIBERS __attribute__((weak, visibility("hidden")))
#define NEXT ((void *)-1l) /* RTLD_NEXT */

extern void *dlsym(void *handle, const char *symbol) __attribute__((weak));

/* The checker's function of this name; NULL without it. */
static void *checkers(const char *name) {
    return __heddle_attached && dlsym ? dlsym(NEXT, name) : NULL;
}

FIBERS void *__tsan_get_current_fiber(void) {
    static char nobody;
    void *(*function)(void) = (void *(*)(void))checkers("__tsan_get_current_fiber");
    return function ? function() : &nobody;
}

FIBERS void *__tsan_create_fiber(unsigned flags) {
    static char nobody;
    void *(*function)(unsigned) = (void *(*)(unsigned))checkers("__tsan_create_fiber");
    return function ? function(flags) : &nobody;
}

FIBERS void __tsan_destroy_fiber(void *fiber) {
    void (*function)(void *) = (void (*)(void *))checkers("__tsan_destroy_fiber");
    if (function) {
        function(fiber);
    }
}

FIBERS void __tsan_switch_to_fiber(void *fiber, unsigned flags) {
    void (*function)(void *, unsigned) = (void (*)(void *, unsigned))checkers("__tsan_switch_to_fiber");
    if (function) {
        function(fiber, flags);
    }
}

FIBERS void __tsan_set_fiber_name(void *fiber, const char *name) {
    (void)fiber;
    (void)name;
}
