/* A fork does not copy the page tables of a file mapping that has never been written to: every child would fault its code
 * in again, at several microseconds a fault, and that is most of what a short execution costs. A mapping with one private
 * page of its own is copied whole. So every private file mapping of the program and its libraries gets one: a byte of it
 * is rewritten with its own value. */
#define _GNU_SOURCE
#include "warm.h"

#include <link.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#endif

#define LARGEST (4u << 20) /* larger mappings are left alone: copying their page tables costs more than it saves */

static int protection_of(const ElfW(Phdr) *segment) {
    return (segment->p_flags & PF_R ? PROT_READ : 0) | (segment->p_flags & PF_X ? PROT_EXEC : 0);
}

static int warm_module(struct dl_phdr_info *info, size_t size, void *argument) {
    (void)size;
    (void)argument;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) || segment->p_filesz == 0) {
            continue;
        }
        uintptr_t start = (info->dlpi_addr + segment->p_vaddr) & ~(page - 1);
        uintptr_t end = (info->dlpi_addr + segment->p_vaddr + segment->p_memsz + page - 1) & ~(page - 1);
        if (end - start > LARGEST) {
            continue;
        }
        volatile char *byte = (volatile char *)start;
        int protection = protection_of(segment);
        if (mprotect((void *)start, end - start, protection | PROT_WRITE) == 0) {
            *byte = *byte;
            mprotect((void *)start, end - start, protection);
        }
        madvise((void *)start, end - start, MADV_POPULATE_READ);
    }
    return 0;
}

void warm_up(void) { dl_iterate_phdr(warm_module, NULL); }
