/* Which functions the loaded modules refer to: what the program can call unless it looks a function up by dlsym. */
#define _GNU_SOURCE
#include "base/symbols.h"

#include <link.h>
#include <string.h>

static bool is_one_of(const char *name, const char *const *names) {
    for (; *names; names++) {
        if (strcmp(name, *names) == 0) {
            return true;
        }
    }
    return false;
}

static bool refers(const struct dl_phdr_info *info, const ElfW(Dyn) * entry, const char *const *wanted) {
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    const ElfW(Rela) * tables[2] = {NULL, NULL};
    size_t bytes[2] = {0, 0};
    for (; entry->d_tag != DT_NULL; entry++) {
        const void *at = (const void *)entry->d_un.d_ptr;
        switch (entry->d_tag) {
            case DT_SYMTAB:
                symbols = at;
                break;
            case DT_STRTAB:
                names = at;
                break;
            case DT_RELA:
                tables[0] = at;
                break;
            case DT_RELASZ:
                bytes[0] = entry->d_un.d_val;
                break;
            case DT_JMPREL:
                tables[1] = at;
                break;
            case DT_PLTRELSZ:
                bytes[1] = entry->d_un.d_val;
                break;
            default:
                break;
        }
    }
    if ((uint64_t)(uintptr_t)symbols < info->dlpi_addr || !names) { /* not relocated: the kernel's own module */
        return false;
    }
    for (int t = 0; t < 2; t++) {
        for (size_t i = 0; tables[t] && i < bytes[t] / sizeof *tables[t]; i++) {
            const ElfW(Sym) *symbol = &symbols[ELF64_R_SYM(tables[t][i].r_info)];
            if (ELF64_ST_BIND(symbol->st_info) == STB_GLOBAL && symbol->st_shndx == SHN_UNDEF &&
                is_one_of(names + symbol->st_name, wanted)) {
                return true;
            }
        }
    }
    return false;
}

/* The library of C++ refers to more than it calls for a program, and the runtime to what it needs itself. */
static bool is_left_out(const struct dl_phdr_info *info) {
    return strstr(info->dlpi_name, "/libstdc++.so") || strstr(info->dlpi_name, "/libheddle.so");
}

static int looks(struct dl_phdr_info *info, size_t size, void *names) {
    (void)size;
    if (is_left_out(info)) {
        return 0;
    }
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC &&
            refers(info, (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr), names)) {
            return 1;
        }
    }
    return 0;
}

bool symbols_are_referred_to(const char *const *names) { return dl_iterate_phdr(looks, (void *)(uintptr_t)names) != 0; }

const char *symbols_first_referred_to(const char *const *names) {
    for (; *names; names++) {
        const char *const one[] = {*names, NULL};
        if (symbols_are_referred_to(one)) {
            return *names;
        }
    }
    return NULL;
}
