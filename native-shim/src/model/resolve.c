/* Turns addresses of sites, code and data into words for a report. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "base/program_file.h"
#include "model/addresses.h"
#include "model/fibers/processes.h"
#include "model/resolve.h"

#define MAX_MODULES 256
#define MAX_OWN 24

static struct {
    const struct heddle_site *begin, *end;
} tables[MAX_MODULES];
static int table_count;

void resolve_register(const struct heddle_site *begin, const struct heddle_site *end) {
    if (table_count < MAX_MODULES && begin < end) {
        tables[table_count].begin = begin;
        tables[table_count].end = end;
        table_count++;
    }
}

bool resolve_any_sites(void) { return table_count > 0; }

/* Variables of the runtime itself, by its files. */
static struct {
    const struct heddle_site *begin, *end;
} own[MAX_OWN];
static int own_count;

void resolve_name(const struct heddle_site *begin, const struct heddle_site *end) {
    if (own_count < MAX_OWN) {
        own[own_count].begin = begin;
        own[own_count].end = end;
        own_count++;
    }
}

static const struct heddle_site *variable_among(const struct heddle_site *begin, const struct heddle_site *end,
                                                uint64_t address) {
    for (const struct heddle_site *site = begin; site < end; site++) {
        uint64_t start = (uint64_t)(uintptr_t)site->file;
        if (site->kind == HEDDLE_SITE_VARIABLE && start <= address && address < start + site->size) {
            return site;
        }
    }
    return NULL;
}

/* The variable that the address lies in, if its layout is known. */
static const struct heddle_site *as_variable(uint64_t address) {
    const struct heddle_site *found = NULL;
    for (int i = 0; i < own_count && !found; i++) {
        found = variable_among(own[i].begin, own[i].end, address);
    }
    for (int i = 0; i < table_count && !found; i++) {
        found = variable_among(tables[i].begin, tables[i].end, address);
    }
    return found;
}

/* Where the program's variables lie, as of so many tables. Most addresses that are asked for are not there, and a search is long. */
static struct {
    int tables;
    uint64_t low, high;
} span;

static void measure_span(void) {
    span.low = UINT64_MAX;
    span.high = 0;
    for (int i = 0; i < table_count; i++) {
        for (const struct heddle_site *site = tables[i].begin; site < tables[i].end; site++) {
            uint64_t start = (uint64_t)(uintptr_t)site->file;
            if (site->kind == HEDDLE_SITE_VARIABLE) {
                span.low = start < span.low ? start : span.low;
                span.high = start + site->size > span.high ? start + site->size : span.high;
            }
        }
    }
    span.tables = table_count;
}

uint64_t resolve_variable_end(uint64_t address) {
    if (span.tables != table_count) {
        measure_span();
    }
    const struct heddle_site *variable = address >= span.low && address < span.high ? as_variable(address) : NULL;
    return variable ? (uint64_t)(uintptr_t)variable->file + variable->size : 0;
}

static const struct heddle_site *as_site(uint64_t address) {
    for (int i = 0; i < table_count; i++) {
        if (address >= (uint64_t)(uintptr_t)tables[i].begin && address < (uint64_t)(uintptr_t)tables[i].end) {
            return (const struct heddle_site *)(uintptr_t)address;
        }
    }
    return NULL;
}

bool resolve_is_site(uint64_t address) { return as_site(address) != NULL; }

uint64_t resolve_site(uint32_t low_half) {
    for (int i = 0; i < table_count; i++) {
        uint64_t begin = (uint64_t)(uintptr_t)tables[i].begin;
        uint64_t offset = (uint32_t)(low_half - (uint32_t)begin);
        if (begin + offset < (uint64_t)(uintptr_t)tables[i].end) {
            return begin + offset;
        }
    }
    return 0;
}

struct low_half {
    uint32_t wanted;
    uint64_t found;
};

static int find_instruction(struct dl_phdr_info *info, size_t size, void *argument) {
    (void)size;
    struct low_half *low = argument;
    for (int i = 0; i < info->dlpi_phnum && !low->found; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uint64_t start = info->dlpi_addr + segment->p_vaddr;
        uint64_t offset = (uint32_t)(low->wanted - (uint32_t)start);
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X) && offset < segment->p_memsz) {
            low->found = start + offset;
        }
    }
    return low->found != 0;
}

uint64_t resolve_place(uint32_t low_half) {
    struct low_half low = {.wanted = low_half, .found = resolve_site(low_half)};
    if (!low.found && low_half) {
        dl_iterate_phdr(find_instruction, &low);
    }
    return low.found;
}

struct search {
    uint64_t address;
    const char *module;
    uint64_t offset;
};

static int find_module(struct dl_phdr_info *info, size_t size, void *argument) {
    (void)size;
    struct search *search = argument;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uint64_t start = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_LOAD && search->address >= start && search->address < start + segment->p_memsz) {
            search->module = info->dlpi_name;
            search->offset = search->address - info->dlpi_addr;
            return 1;
        }
    }
    return 0;
}

/* Fills `out` and the strings file, function, name, module, type (each possibly empty, never NULL). Returns the sum of their
 * lengths. */
size_t resolve(uint64_t address, struct heddle_resolved *out, const char *strings[RESOLVED_TEXTS]) {
    *out = (struct heddle_resolved){.address = address};
    address = address_of_name(address);
    for (int i = 0; i < RESOLVED_TEXTS; i++) {
        strings[i] = "";
    }
    const struct heddle_site *site = as_site(address);
    const struct heddle_site *variable = site ? NULL : as_variable(address);
    struct search search = {.address = address};
    if (site) {
        out->kind = HEDDLE_RESOLVED_SITE;
        out->line = site->line;
        out->column = site->column;
        strings[0] = site->file ? site->file : "";
        strings[1] = site->function ? site->function : "";
        strings[2] = site->name ? site->name : "";
        strings[4] = site->type ? site->type : "";
    } else if (variable) {
        out->kind = HEDDLE_RESOLVED_VARIABLE;
        out->line = (uint32_t)(address - (uint64_t)(uintptr_t)variable->file);
        out->column = variable->size;
        strings[1] = variable->function;
        strings[2] = variable->name;
    } else if (address >= FIBER_SLOTS && address < SPILL_ARENAS) {
        uint64_t id = (address - FIBER_SLOTS) / FIBER_SLOT_SIZE;
        bool heap = (address - FIBER_SLOTS) % FIBER_SLOT_SIZE >= FIBER_STACK_TOP;
        out->kind = heap ? HEDDLE_RESOLVED_HEAP : HEDDLE_RESOLVED_STACK;
        out->line = (uint32_t)id;
        out->offset = heap ? address - fiber_stack_top((uint32_t)id) : fiber_stack_top((uint32_t)id) - address;
    } else if (address >= SPILL_ARENAS && address < ARENAS_END) {
        out->kind = HEDDLE_RESOLVED_HEAP;
        out->line = address < MAIN_ARENA ? (uint32_t)((address - SPILL_ARENAS) / SPILL_ARENA_SIZE) : 0;
        out->offset = address;
    } else if (dl_iterate_phdr(find_module, &search)) {
        out->kind = HEDDLE_RESOLVED_MODULE;
        out->offset = search.offset;
        strings[3] = search.module && search.module[0] ? search.module : program_file();
        Dl_info info;
        if (dladdr((void *)(uintptr_t)address, &info) && info.dli_sname) {
            strings[2] = info.dli_sname;
        }
    }
    out->file_length = (uint32_t)strlen(strings[0]);
    out->function_length = (uint32_t)strlen(strings[1]);
    out->name_length = (uint32_t)strlen(strings[2]);
    out->module_length = (uint32_t)strlen(strings[3]);
    out->type_length = (uint32_t)strlen(strings[4]);
    return (size_t)out->file_length + out->function_length + out->name_length + out->module_length + out->type_length;
}
