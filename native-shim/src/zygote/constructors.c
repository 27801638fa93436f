#define _GNU_SOURCE
#include "zygote/constructors.h"

#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/direct.h"
#include "base/program_file.h"
#include "base/real.h"
#include "core/candidates.h"
#include "memory/external.h"

#define OTHERS "HEDDLE_CONSTRUCTORS" /* the number of the first one that creates a thread */

typedef void constructor_fn(int, char **, char **);

static constructor_fn *const *constructors; /* the executable's, in their order */
static size_t constructor_count, current, first_other;
static int argument_count;
static char **arguments;

/* What the dynamic section of the executable says, in memory that may have become read-only. */
struct section {
    ElfW(Addr) base, read_only, read_only_end;
    ElfW(Dyn) * dynamic;
};

static int find_section(struct dl_phdr_info *info, size_t size, void *argument) {
    (void)size;
    struct section *found = argument;
    found->base = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        ElfW(Addr) start = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_DYNAMIC) {
            found->dynamic = (ElfW(Dyn) *)start;
        } else if (segment->p_type == PT_GNU_RELRO) {
            found->read_only = start;
            found->read_only_end = start + segment->p_memsz;
        }
    }
    return 1; /* the executable comes first */
}

static ElfW(Dyn) * entry_of(const struct section *section, ElfW(Sxword) tag) {
    for (ElfW(Dyn) *entry = section->dynamic; entry && entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == tag) {
            return entry;
        }
    }
    return NULL;
}

/* libc reads there how many there are when it is about to run them. */
static bool hide(const struct section *section, ElfW(Dyn) * size) {
    ElfW(Addr) page_size = (ElfW(Addr))sysconf(_SC_PAGESIZE), at = (ElfW(Addr))size, page = at & ~(page_size - 1);
    size_t length = at + sizeof *size > page + page_size ? 2 * page_size : page_size;
    if (REAL(mprotect)((void *)page, length, PROT_READ | PROT_WRITE) != 0) {
        return false;
    }
    size->d_un.d_val = 0;
    if (section->read_only <= at && at < section->read_only_end) {
        REAL(mprotect)((void *)page, length, PROT_READ);
    }
    return true;
}

/* The process begins anew, as it was started, and keeps the constructor that runs for the executions. */
static void begin_anew(void) {
    char other[sizeof OTHERS + 24];
    struct program_start start;
    char **environment = arguments + argument_count + 1;
    size_t variables = 0;
    while (environment[variables]) {
        variables++;
    }
    const char **extended = REAL(calloc)(variables + 2, sizeof *extended);
    const char **words = REAL(calloc)((size_t)argument_count + 3, sizeof *words);
    if (!program_start(&start) || !extended || !words) {
        return;
    }
    memcpy(words, start.before, (size_t)start.before_count * sizeof *words);
    memcpy(words + start.before_count, arguments, (size_t)argument_count * sizeof *words);
    memcpy(extended, environment, variables * sizeof *extended);
    REAL(snprintf)(other, sizeof other, OTHERS "=%zu", current);
    extended[variables] = other;
    /* Not by libc's execve: what this library refers to counts as what the program may call (symbols.h). */
    direct_call(SYS_execve, (long)start.path, (long)words, (long)extended, 0);
}

void constructors_take(int count, char **values) {
    struct section section = {0};
    dl_iterate_phdr(find_section, &section);
    const ElfW(Dyn) *array = entry_of(&section, DT_INIT_ARRAY);
    ElfW(Dyn) *size = entry_of(&section, DT_INIT_ARRAYSZ);
    argument_count = count;
    arguments = values;
    if (array && size) {
        size_t all = size->d_un.d_val / sizeof *constructors;
        constructors = (constructor_fn *const *)(section.base + array->d_un.d_ptr);
        constructor_count = hide(&section, size) ? all : 0;
    }
    const char *told = getenv(OTHERS);
    size_t other = told ? strtoul(told, NULL, 10) : constructor_count;
    first_other = other < constructor_count ? other : constructor_count;
    unsetenv(OTHERS);
}

void constructors_run(void) {
    outside.early_thread = begin_anew;
    for (current = 0; current < first_other; current++) {
        constructors[current](argument_count, arguments, environ);
    }
    outside.early_thread = NULL;
}

static const unsigned char mark_of_branches[] = {0xf3, 0x0f, 0x1e, 0xfa}; /* endbr64 */
enum { JUMP = 0xe9, SHORT_JUMP = 0xeb };

/* That of the C run time (frame_dummy of crtstuff.c) is a jump to a function of its own, between where the program begins and itself. It
 * touches nothing of the program's. */
static bool is_of_run_time(uint64_t place) {
    const unsigned char *code = (const unsigned char *)(uintptr_t)place;
    code += memcmp(code, mark_of_branches, sizeof mark_of_branches) == 0 ? sizeof mark_of_branches : 0;
    uint64_t target = 0;
    if (*code == JUMP) {
        int32_t distance;
        memcpy(&distance, code + 1, sizeof distance);
        target = (uint64_t)(uintptr_t)(code + 1 + sizeof distance) + (uint64_t)(int64_t)distance;
    } else if (*code == SHORT_JUMP) {
        target = (uint64_t)(uintptr_t)(code + 2) + (uint64_t)(int64_t)(int8_t)code[1];
    }
    return getauxval(AT_ENTRY) <= target && target < place;
}

void constructors_run_others(void) {
    for (size_t i = first_other; i < constructor_count; i++) {
        uint64_t place = (uint64_t)(uintptr_t)constructors[i];
        if (!is_of_run_time(place)) {
            external_start((const void *)(uintptr_t)place, place);
        }
        constructors[i](argument_count, arguments, environ);
    }
}
