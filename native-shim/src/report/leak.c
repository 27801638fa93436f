/* The roots of the search for leaks. Whatever memory is not known to be without a pointer counts as one. */
#define _GNU_SOURCE
#include "report/leak.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>

#include "base/direct.h"
#include "base/pages/runtime_memory.h"
#include "model/addresses.h"
#include "model/memory/arenas.h"
#include "model/fibers/fiber.h"
#include "model/fibers/running_stack.h"
#include "model/runtime.h"
#include "race/shadow/shadow.h"
#include "report/leak_blocks.h"

#define TLS_FARTHEST (1 * MIB) /* below the TCB: what the modules that were loaded at the start have */

/* ---- roots: mapped memory ---- */

#define MAX_EXCLUDED (MAX_RUNTIME_RANGES + MAX_FIBERS + 64u)

struct excluded {
    uint32_t count;
    struct {
        uint64_t start, end;
    } ranges[MAX_EXCLUDED];
};

static void exclude(uint64_t start, uint64_t end, void *context) {
    struct excluded *excluded = context;
    if (excluded->count < MAX_EXCLUDED && start < end) {
        excluded->ranges[excluded->count].start = start;
        excluded->ranges[excluded->count++].end = end;
    }
}

extern const char __ehdr_start[] __attribute__((visibility("hidden")));

static int exclude_own_variables(struct dl_phdr_info *info, size_t size, void *excluded) {
    (void)size;
    if (info->dlpi_addr != (uint64_t)(uintptr_t)__ehdr_start) {
        return 0;
    }
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_W)) {
            exclude(info->dlpi_addr + segment->p_vaddr, info->dlpi_addr + segment->p_vaddr + segment->p_memsz, excluded);
        }
    }
    return 1;
}

static void scan_outside(const struct excluded *excluded, uint64_t start, uint64_t end) {
    while (start < end) {
        uint64_t stop = end, next = end;
        for (uint32_t i = 0; i < excluded->count; i++) {
            if (excluded->ranges[i].end <= start || excluded->ranges[i].start >= stop) {
                continue;
            }
            stop = excluded->ranges[i].start > start ? excluded->ranges[i].start : start;
            next = excluded->ranges[i].end;
        }
        leak_scan(start, stop);
        start = next;
    }
}

/* One line of /proc/self/maps: "start-end rwxp offset device inode path". */
static void scan_mapping(const char *line, const struct excluded *excluded) {
    uint64_t bounds[2] = {0, 0};
    for (int i = 0; i < 2; i++, line++) {
        for (; (*line >= '0' && *line <= '9') || (*line >= 'a' && *line <= 'f'); line++) {
            bounds[i] = bounds[i] << 4 | (uint64_t)(*line <= '9' ? *line - '0' : *line - 'a' + 10);
        }
    }
    uint64_t of_stack = getauxval(AT_EXECFN); /* its highest bytes */
    bool is_stack = bounds[0] <= of_stack && of_stack < bounds[1];
    if (line[0] == 'r' && line[1] == 'w' && line[3] == 'p' && !is_stack) {
        scan_outside(excluded, bounds[0], bounds[1]);
    }
}

/* Reads the file as a whole first: what is mapped must not change meanwhile. */
static void scan_mappings(const struct excluded *excluded) {
    enum { ROOM = 4 << 20 };
    char *text = runtime_pages(ROOM);
    int file = (int)kernel_call(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC);
    long length = 0, got = 0;
    while (text && file >= 0 && length < ROOM - 1 && (got = kernel_call(SYS_read, file, text + length, ROOM - 1 - length)) > 0) {
        length += got;
    }
    kernel_call(SYS_close, file);
    for (char *line = text; line && *line;) {
        char *end = strchrnul(line, '\n');
        bool last = *end == 0;
        *end = 0;
        scan_mapping(line, excluded);
        line = last ? NULL : end + 1;
    }
}

/* The runtime's own variables are none of the program's, and hold addresses of its objects all the same. */
static bool scan_variables(void) {
    struct excluded *excluded = runtime_pages(sizeof *excluded);
    if (!excluded) {
        return false;
    }
    runtime_ranges(exclude, excluded);
    exclude(FIBER_SLOTS, ARENAS_END, excluded);
    for (uint32_t i = 1; i < fiber_pool_size(); i++) {
        uint64_t start, end;
        fiber_parked_stack(i, &start, &end);
        exclude(start, end, excluded);
    }
    dl_iterate_phdr(exclude_own_variables, excluded);
    scan_mappings(excluded);
    return true;
}

/* ---- roots: threads ---- */

/* Where thread-local variables lie, before the TCB: all of the program's, and those of libc. */
struct tls {
    uint64_t fs, farthest;
    uint64_t libc_from, libc_to;
};

static int find_tls(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    struct tls *tls = context;
    uint64_t start = (uint64_t)(uintptr_t)info->dlpi_tls_data, distance = tls->fs - start;
    if (start == 0 || start >= tls->fs || distance > TLS_FARTHEST) {
        return 0; /* not of the modules that were loaded at the start: a heap block, which the TCB leads to */
    }
    tls->farthest = distance > tls->farthest ? distance : tls->farthest;
    if (strstr(info->dlpi_name, "/libc.so")) {
        for (int i = 0; i < info->dlpi_phnum; i++) {
            if (info->dlpi_phdr[i].p_type == PT_TLS) {
                tls->libc_from = distance;
                tls->libc_to = distance - info->dlpi_phdr[i].p_memsz;
            }
        }
    }
    return 0;
}

static uint64_t tcb_size(void) {
    const uint32_t *size = dlsym(RTLD_DEFAULT, "_thread_db_sizeof_pthread"); /* what debuggers ask libc for */
    return size ? *size : 4 * sizeof(void *);
}

static void scan_living(const struct fiber *fiber, const struct tls *tls, uint64_t frame) {
    uint64_t top = fiber_stack_top(fiber->stack);
    uint64_t sp = fiber != rt.current ? (uint64_t)(uintptr_t)fiber->sp : frame ? frame : top;
    if (sp != top && !is_on_stack_of_thread(fiber, sp)) { /* it runs a coroutine */
        if (is_on_running_stack(fiber, sp)) {
            leak_scan(sp, running_stack_top(fiber));
        }
        leak_look_at(sp);
        sp = shadow_next(fiber_slot(fiber->stack), top); /* the lowest address that instrumented code has used */
    }
    leak_scan(sp, top);
    leak_scan(fiber->fs - tls->farthest, fiber->fs + tcb_size());
    leak_look_at((uint64_t)(uintptr_t)fiber->made.argument);
    if (fiber->specific) {
        leak_scan((uint64_t)(uintptr_t)fiber->specific, (uint64_t)(uintptr_t)(fiber->specific + PTHREAD_KEYS_MAX));
    }
}

/* libc frees what its own thread-local variables, and its fields of the TCB, point to where a thread really ends. */
static void scan_ended(const struct fiber *fiber, const struct tls *tls) {
    leak_scan(fiber->fs - tls->libc_from, fiber->fs - tls->libc_to);
    leak_scan(fiber->fs, fiber->fs + tcb_size());
    if (!fiber->joined && !fiber->detached) {
        leak_look_at((uint64_t)(uintptr_t)fiber->result);
    }
}

static void scan_threads(uint64_t frame) {
    struct tls tls = {.fs = rt.current->fs};
    dl_iterate_phdr(find_tls, &tls);
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        leak_keep((uint64_t)(uintptr_t)rt.fibers[i].specific);
    }
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const struct fiber *fiber = &rt.fibers[i];
        if (fiber->process != rt.current->process) {
            continue;
        }
        if (fiber->exited) {
            scan_ended(fiber, &tls);
        } else {
            scan_living(fiber, &tls, frame);
        }
    }
}

static void scan_block(uint64_t start, uint64_t size, uint32_t allocated_at, bool early, void *context) {
    (void)allocated_at;
    (void)early;
    (void)context;
    leak_scan(start, start + size);
}

void leak_check(uint64_t frame) {
    if (rt.debugged || !leak_find_blocks() || !scan_variables()) {
        return;
    }
    scan_threads(frame);
    heap_blocks_of(ZYGOTE_ARENA, false, scan_block, NULL);
    leak_tell();
}
