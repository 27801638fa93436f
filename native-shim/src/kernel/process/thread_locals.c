/* Thread-local objects of C++ register their destructors with libc, which runs them only where a real thread ends. So they are kept
 * here (Itanium C++ ABI, 3.3.5.3; the order is glibc's: before the destructors of keys, and in exit before all handlers). */
#define _GNU_SOURCE
#include "kernel/process/thread_locals.h"

#include <stdint.h>

#include "base/compiler.h"
#include "base/real.h"
#include "model/note.h"
#include "model/runtime.h"

#define MOST 65536u

static struct {
    void (*run)(void *);
    void *object;
    uint32_t thread; /* its index */
} registered[MOST];
static uint32_t count; /* none is registered from here on */
static bool early; /* libc has some, of the time before main */

extern int __cxa_thread_atexit_impl(void (*destructor)(void *), void *object, void *module);

EXPORT int __cxa_thread_atexit_impl(void (*destructor)(void *), void *object, void *module) {
    rt.site = NULL;
    if (!running()) {
        early = true;
        return REAL(__cxa_thread_atexit_impl)(destructor, object, module);
    }
    if (count == MOST) {
        out_of("thread-local objects with destructors at once", MOST);
    }
    registered[count].run = destructor;
    registered[count].object = object;
    registered[count].thread = rt.current->index;
    count++;
    return 0;
}

/* The last one of the running thread that has not run; `count` if there is none. */
static uint32_t last(void) {
    for (uint32_t i = count; i-- > 0;) {
        if (registered[i].run && registered[i].thread == rt.current->index) {
            return i;
        }
    }
    return count;
}

void thread_locals_end(void) {
    for (uint32_t i; i = last(), i < count;) {
        void (*run)(void *) = registered[i].run;
        void *object = registered[i].object; /* others may take the place while it runs */
        registered[i].run = NULL;
        while (count > 0 && !registered[count - 1].run) {
            count--;
        }
        run(object);
    }
}

bool thread_locals_are_left(void) { return early || count > 0; }
