#include "sync/settings/io_priority.h"

#include <sys/syscall.h>

#include "base/direct.h"
#include "model/fibers/fiber.h"
#include "model/fibers/thread_number.h"
#include "model/runtime.h"
#include "model/shared.h"

#define WHO_PROCESS 1 /* ioprio_set(2): a thread */

static struct io_priority {
    bool is_set;
    int value;
} priorities[MAX_FIBERS];

void io_priority_begin(const struct fiber *parent, const struct fiber *child) {
    if (priorities[parent->index].is_set) { /* else it is so already, and no page needs to be touched */
        priorities[child->index] = priorities[parent->index];
    }
}

/* The kernel knows which values there are, and which ones this user may have. */
bool io_priority_call(long number, const long *a, long *result) {
    bool is_it = number == SYS_ioprio_set || number == SYS_ioprio_get;
    const struct fiber *fiber = is_it && running() && a[0] == WHO_PROCESS ? fiber_by_number((pid_t)a[1]) : NULL;
    if (!fiber) {
        return false;
    }
    struct io_priority *own = &priorities[fiber->index];
    if (number == SYS_ioprio_get) {
        *result = own->is_set ? own->value : kernel_call(number, WHO_PROCESS, 0);
        return true;
    }
    int was = (int)kernel_call(SYS_ioprio_get, WHO_PROCESS, 0);
    *result = kernel_call(number, WHO_PROCESS, 0, a[2]);
    if (*result == 0) {
        for (uint32_t i = 0; i < rt.fiber_count; i++) { /* of those who have none of their own the kernel now knows another */
            priorities[i] = priorities[i].is_set ? priorities[i] : (struct io_priority){true, was};
        }
        own->value = (int)a[2];
    }
    return true;
}
