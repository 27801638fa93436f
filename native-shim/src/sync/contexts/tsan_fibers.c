/* ThreadSanitizer's interface for fibers (compiler-rt/include/sanitizer/tsan_interface.h), by which programs tell of stacks that they switch
 * with code of their own. A switch is what it is with contexts: no event, the thread keeps its clock, and who leaves a fiber writes it, who
 * goes on with it reads it. So the flag that there is nothing to synchronise with changes nothing: one thread orders what it does, and two
 * threads need more than a switch. */
#include <stdint.h>
#include <stdlib.h>

#include "base/compiler.h"
#include "memory/memory.h"
#include "model/runtime.h"
#include "sync/contexts/context_stacks.h"

struct tsan_fiber {
    uint64_t suspended; /* never looked at: its accesses are */
};

/* The threads' own ones, which nobody else goes on with, and what each thread runs; NULL: its own. */
static struct tsan_fiber of_threads[MAX_FIBERS], *runs[MAX_FIBERS];

static bool is_of_thread(const struct tsan_fiber *fiber) { return fiber >= of_threads && fiber < of_threads + MAX_FIBERS; }

static struct tsan_fiber *current_fiber(void) {
    uint32_t index = running() ? rt.current->index : 0;
    return runs[index] ? runs[index] : &of_threads[index];
}

EXPORT void *__tsan_get_current_fiber(void) {
    rt.site = NULL;
    return current_fiber();
}

/* A block of the program's heap: where it is freed too early, what comes then is a use after free. */
EXPORT void *__tsan_create_fiber(unsigned flags) {
    (void)flags;
    PASS_SITE();
    return malloc(sizeof(struct tsan_fiber));
}

EXPORT void __tsan_destroy_fiber(void *fiber) {
    PASS_SITE();
    free(fiber);
}

EXPORT void __tsan_switch_to_fiber(void *to, unsigned flags) {
    (void)flags;
    uint64_t site = SITE();
    if (!running()) {
        return;
    }
    struct tsan_fiber *from = current_fiber();
    if (!is_of_thread(from)) {
        memory_writes(&from->suspended, sizeof from->suspended, site);
    }
    if (!is_of_thread(to)) {
        memory_reads(to, sizeof from->suspended, site);
    }
    runs[rt.current->index] = to;
    context_stack_left(is_of_thread(to));
}
