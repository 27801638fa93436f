/* Thread-local variables of modules that were there before main lie at the same distance from each thread-control block (the x86-64
 * TLS ABI, variant II). Those of libraries that are loaded later do not, and are not known. */
#define _GNU_SOURCE
#include "model/fibers/thread_local.h"

#include <errno.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"
#include "model/fibers/fiber.h"
#include "model/fibers/processes.h"
#include "model/runtime.h"

enum { MOST_PARTS = 32 };

static struct {
    uint64_t below, size; /* the thread-control block; in bytes */
} parts[MOST_PARTS];
static uint32_t part_count;

static bool has_ended[MAX_FIBERS]; /* those of the thread with this index */
static uint64_t ended_from = UINT64_MAX, ended_to; /* they lie between these addresses */

static uint64_t thread_control_block(void) {
    uint64_t self;
    __asm__("mov %%fs:0x10, %0" : "=r"(self));
    return self;
}

static int take_module(struct dl_phdr_info *info, size_t size, void *unused) {
    (void)unused;
    uint64_t start = size > offsetof(struct dl_phdr_info, dlpi_tls_data) ? (uint64_t)(uintptr_t)info->dlpi_tls_data : 0;
    for (unsigned i = 0; start && i < info->dlpi_phnum && part_count < MOST_PARTS; i++) {
        uint64_t bytes = info->dlpi_phdr[i].p_memsz;
        bool is_of_libc = (uint64_t)(uintptr_t)&errno - start < bytes;
        if (info->dlpi_phdr[i].p_type == PT_TLS && !is_of_libc && start < thread_control_block()) {
            parts[part_count].below = thread_control_block() - start;
            parts[part_count++].size = bytes;
        }
    }
    return 0;
}

/* Of libc's own, programs know errno. */
static void take_errno(void) {
    rt.program.errno_below = thread_control_block() - (uint64_t)(uintptr_t)&errno;
    if (part_count < MOST_PARTS) {
        parts[part_count].below = rt.program.errno_below;
        parts[part_count++].size = sizeof errno;
    }
}

void thread_local_prepare(void) {
    part_count = 0;
    take_errno();
    dl_iterate_phdr(take_module, NULL);
}

static uint64_t start_of(const struct fiber *fiber, uint32_t part) {
    return fiber->fs - parts[part].below + (UNLIKELY(rt.processes) ? processes_prefix(fiber->process) : 0);
}

void thread_local_each(const struct fiber *fiber, thread_local_fn *call, uint64_t context) {
    for (uint32_t i = 0; i < part_count; i++) {
        uint64_t start = start_of(fiber, i);
        call(start, start + parts[i].size, context);
    }
}

void thread_local_end(const struct fiber *fiber) {
    has_ended[fiber->index] = true;
    for (uint32_t i = 0; i < part_count; i++) {
        uint64_t from = start_of(fiber, i), to = from + parts[i].size;
        ended_from = from < ended_from ? from : ended_from;
        ended_to = to > ended_to ? to : ended_to;
    }
}

void thread_local_ended_within(uint64_t start, uint64_t end, thread_local_fn *call, uint64_t context) {
    if (end <= ended_from || start >= ended_to) {
        return;
    }
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        for (uint32_t part = 0; has_ended[i] && part < part_count; part++) {
            uint64_t from = start_of(&rt.fibers[i], part), to = from + parts[part].size;
            if (from < end && start < to) {
                call(from > start ? from : start, to < end ? to : end, context);
            }
        }
    }
}

const struct fiber *thread_local_owner(uint64_t address) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        for (uint32_t part = 0; part < part_count; part++) {
            if (address - start_of(&rt.fibers[i], part) < parts[part].size) {
                return &rt.fibers[i];
            }
        }
    }
    return NULL;
}
