/* Mappings: those that the execution has made end with it. A call that changes any other leaves the runner. */
#define _GNU_SOURCE
#include "zygote/runner/runner_mappings.h"

#include <sys/mman.h>

#include "base/direct.h"
#include "zygote/runner/runner_state.h"

static uint64_t pages(uint64_t bytes) { return (bytes + PAGE - 1) & ~(PAGE - 1); }

static bool is_mapped_here(uint64_t start, uint64_t bytes) {
    const struct kernel_state *k = &runner->kernel;
    for (uint32_t i = 0; i < k->mapping_count; i++) {
        if (start >= k->mappings[i].start && bytes <= k->mappings[i].end - start && start < k->mappings[i].end) {
            return true;
        }
    }
    return false;
}

long map(long number, const long a[6]) {
    struct kernel_state *k = &runner->kernel;
    bool replaces = a[3] & MAP_FIXED && (a[3] & MAP_FIXED_NOREPLACE) != MAP_FIXED_NOREPLACE;
    if (replaces ? !is_mapped_here((uint64_t)a[0], pages((uint64_t)a[1])) : k->mapping_count == MOST_MAPPINGS) {
        calls_refuse(number);
    }
    long got = direct_make(number, a);
    if (!replaces && (unsigned long)got < -4095ul) {
        k->mappings[k->mapping_count++] = (struct span){(uint64_t)got, (uint64_t)got + pages((uint64_t)a[1])};
    }
    return got;
}

/* A part stays on the list: what else lies there by the end is the execution's too. */
long unmap(long number, const long a[6]) {
    struct kernel_state *k = &runner->kernel;
    uint64_t start = (uint64_t)a[0], bytes = pages((uint64_t)a[1]);
    if (!is_mapped_here(start, bytes)) {
        calls_refuse(number);
    }
    for (uint32_t i = 0; i < k->mapping_count; i++) {
        if (k->mappings[i].start == start && k->mappings[i].end == start + bytes) {
            k->mappings[i] = k->mappings[--k->mapping_count];
            break;
        }
    }
    return direct_make(number, a);
}

long on_own_mapping(long number, const long a[6]) {
    if (!is_mapped_here((uint64_t)a[0], pages((uint64_t)a[1]))) {
        calls_refuse(number);
    }
    return direct_make(number, a);
}

long move_end_of_data(long number, const long a[6]) {
    if (a[0] != 0) {
        if ((uint64_t)a[0] < runner->kernel.end_of_data) {
            calls_refuse(number);
        }
        runner->kernel.end_changed = true;
    }
    return direct_make(number, a);
}
