#include "memory/bounds/outside.h"

#include "model/fibers/processes.h"
#include "model/runtime.h"
#include "race/shadow/misuse.h"
#include "report/describe.h"

void on_outside(const volatile void *address, size_t size, const volatile void *variable, size_t bytes, int how,
                const struct heddle_site *site) {
    if (!running()) {
        return;
    }
    if (rt.asked.describes) {
        uint64_t name = name_in_process((uint64_t)(uintptr_t)variable);
        describe_access(rt.current, name, bytes, (uint64_t)(uintptr_t)site, how & HEDDLE_OUTSIDE_WRITES);
    }
    memory_outside(address, size, variable, bytes, how, site);
}
