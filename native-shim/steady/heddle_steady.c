/* heddle-steady [PROGRAM NAME [ARGUMENT...]]: executes a program so that its addresses are the same each time, where the kernel does not
 * allow to switch address randomisation off (personality(2), which containers refuse).
 *
 * It does what the kernel's execve does, by itself: it maps the program and its interpreter, and makes a stack (System V ABI, AMD64
 * supplement, 3.4.1). Before, it takes all of the address space from LIMIT on, so that what the kernel is to place comes below. Only what
 * the kernel has placed by itself stays where it was: the vDSO, and the end of the data segment.
 *
 * It has no C library and no loader, so that what LD_PRELOAD names is loaded by the program and not here.
 *
 * Where it cannot do so, it leaves it to execve. Without arguments it only tries to take the address space: exit status 0, or 1 if it
 * cannot. Exit status 127 if the program cannot be executed; a line says why. */
#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#define NO_PROGRAM 127
#define PAGE 4096ull
#define LIMIT 0x6f0000000000ull /* below whatever the kernel draws: mmap_base with 32 random bits */
#define END_OF_SPACE 0x7ffffffff000ull /* of a program's */
#define STACK_SIZE (64ull << 20)
#define STACK_GUARD (1ull << 20)
#define PROGRAM_BASE 0x555555554000ull /* where the kernel places programs without randomisation */
#define MOST_HEADERS 64
#define MOST_AUXILIARY 64
#define NAME_SIZE 16 /* TASK_COMM_LEN */

struct module {
    uint64_t base, entry, headers; /* added to what the file says; its program headers in memory */
    uint64_t header_count;
    char interpreter[4096];
};

static long call(long number, long a, long b, long c, long d, long e, long f) {
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

static uint64_t length(const char *text) {
    uint64_t count = 0;
    while (text[count] != '\0') {
        count++;
    }
    return count;
}

static void say(const char *text) { call(SYS_write, 2, (long)text, (long)length(text), 0, 0, 0); }

void *memcpy(void *to, const void *from, size_t size) {
    for (size_t i = 0; i < size; i++) {
        ((char *)to)[i] = ((const char *)from)[i];
    }
    return to;
}

void *memset(void *to, int byte, size_t size) {
    for (size_t i = 0; i < size; i++) {
        ((volatile char *)to)[i] = (char)byte;
    }
    return to;
}

static uint64_t down(uint64_t value, uint64_t unit) { return value & ~(unit - 1); }
static uint64_t up(uint64_t value, uint64_t unit) { return down(value + unit - 1, unit); }

static long map(uint64_t at, uint64_t size, int protection, int flags, long file, uint64_t offset) {
    return call(SYS_mmap, (long)at, (long)size, protection, MAP_PRIVATE | flags, file, (long)offset);
}

static bool failed(long result) { return result < 0 && result > -(long)PAGE; }

/* ---- what the kernel is not to use ---- */

/* As much as is free in the range; what is in it already stays. */
static void take(uint64_t start, uint64_t end) {
    if (start >= end) {
        return;
    }
    long at = map(start, end - start, PROT_NONE, MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (failed(at) && end - start > PAGE) {
        uint64_t middle = down(start + (end - start) / 2, PAGE);
        take(start, middle);
        take(middle, end);
    }
}

/* ---- a program, or its interpreter ---- */

static int protection_of(const Elf64_Phdr *segment) {
    return (segment->p_flags & PF_R ? PROT_READ : 0) | (segment->p_flags & PF_W ? PROT_WRITE : 0) |
           (segment->p_flags & PF_X ? PROT_EXEC : 0);
}

static bool load_segment(const Elf64_Phdr *segment, uint64_t base, long file) {
    uint64_t start = base + segment->p_vaddr, first = down(start, PAGE), in_file = start + segment->p_filesz;
    uint64_t end = up(start + segment->p_memsz, PAGE), of_file = up(in_file, PAGE);
    int protection = protection_of(segment);
    if (segment->p_filesz > 0 &&
        failed(map(first, in_file - first, protection, MAP_FIXED_NOREPLACE, file, segment->p_offset - (start - first)))) {
        return false;
    }
    if (segment->p_filesz == 0) {
        of_file = first;
    } else if (segment->p_memsz > segment->p_filesz && protection & PROT_WRITE) {
        memset((void *)in_file, 0, of_file - in_file);
    }
    return end <= of_file || !failed(map(of_file, end - of_file, protection, MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0));
}

static bool read_at(long file, void *to, uint64_t size, uint64_t offset) {
    return call(SYS_pread64, file, (long)to, (long)size, (long)offset, 0, 0) == (long)size;
}

static bool is_executable(const Elf64_Ehdr *header) {
    const unsigned char *id = header->e_ident;
    return id[0] == ELFMAG0 && id[1] == ELFMAG1 && id[2] == ELFMAG2 && id[3] == ELFMAG3 && id[EI_CLASS] == ELFCLASS64 &&
           header->e_machine == EM_X86_64 && (header->e_type == ET_EXEC || header->e_type == ET_DYN) &&
           header->e_phentsize == sizeof(Elf64_Phdr) && header->e_phnum <= MOST_HEADERS;
}

/* Where it is to lie: at `wanted`, as its segments are aligned, or where the kernel has room for all of it. */
static bool place(const Elf64_Ehdr *header, const Elf64_Phdr *segments, uint64_t wanted, uint64_t *base) {
    uint64_t unit = PAGE, lowest = UINT64_MAX, highest = 0;
    for (int i = 0; i < header->e_phnum; i++) {
        if (segments[i].p_type == PT_LOAD) {
            unit = segments[i].p_align > unit ? segments[i].p_align : unit;
            lowest = segments[i].p_vaddr < lowest ? segments[i].p_vaddr : lowest;
            uint64_t end = segments[i].p_vaddr + segments[i].p_memsz;
            highest = end > highest ? end : highest;
        }
    }
    *base = 0;
    if (header->e_type == ET_EXEC || highest == 0) {
        return highest > 0;
    }
    if (wanted) {
        *base = down(wanted, unit) - down(lowest, unit);
        return true;
    }
    uint64_t size = up(highest, unit) - down(lowest, unit) + unit;
    long room = map(0, size, PROT_NONE, MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (failed(room)) {
        return false;
    }
    call(SYS_munmap, room, (long)size, 0, 0, 0, 0);
    *base = up((uint64_t)room, unit) - down(lowest, unit);
    return true;
}

static bool load_file(long file, uint64_t wanted, struct module *module) {
    Elf64_Ehdr header;
    static Elf64_Phdr segments[MOST_HEADERS];
    if (!read_at(file, &header, sizeof header, 0) || !is_executable(&header) ||
        !read_at(file, segments, header.e_phnum * sizeof *segments, header.e_phoff) ||
        !place(&header, segments, wanted, &module->base)) {
        return false;
    }
    module->entry = module->base + header.e_entry;
    module->header_count = header.e_phnum;
    for (int i = 0; i < header.e_phnum; i++) {
        const Elf64_Phdr *s = &segments[i];
        if (s->p_type == PT_INTERP &&
            (s->p_filesz >= sizeof module->interpreter || !read_at(file, module->interpreter, s->p_filesz, s->p_offset))) {
            return false;
        }
        if (s->p_type == PT_LOAD && !load_segment(s, module->base, file)) {
            return false;
        }
        if (s->p_type == PT_LOAD && s->p_offset <= header.e_phoff && header.e_phoff < s->p_offset + s->p_filesz) {
            module->headers = module->base + s->p_vaddr + header.e_phoff - s->p_offset;
        }
    }
    return module->headers != 0;
}

static bool load(const char *path, uint64_t wanted, struct module *module) {
    long file = call(SYS_open, (long)path, O_RDONLY, 0, 0, 0, 0);
    bool is_loaded = file >= 0 && load_file(file, wanted, module);
    call(SYS_close, file, 0, 0, 0, 0, 0);
    return is_loaded;
}

/* ---- the stack ---- */

static char *top; /* of what is free of it */

static uint64_t push(const void *bytes, uint64_t size) {
    top -= size;
    memcpy(top, bytes, size);
    return (uint64_t)top;
}

static uint64_t push_text(const char *text) { return push(text, length(text) + 1); }

struct vectors {
    char **words; /* of the program: its name first */
    uint64_t word_count;
    char **environment;
    uint64_t variable_count;
    Elf64_auxv_t *auxiliary;
    uint64_t auxiliary_count;
};

static uint64_t auxiliary_value(const Elf64_auxv_t *entry, const char *path, const struct module *program,
                                const struct module *interpreter) {
    switch (entry->a_type) {
        case AT_PHDR:
            return program->headers;
        case AT_PHNUM:
            return program->header_count;
        case AT_ENTRY:
            return program->entry;
        case AT_BASE:
            return interpreter->base;
        case AT_EXECFN:
            return push_text(path);
        case AT_RANDOM:
            return push((const void *)entry->a_un.a_val, 16);
        case AT_PLATFORM:
        case AT_BASE_PLATFORM:
            return entry->a_un.a_val ? push_text((const char *)entry->a_un.a_val) : 0;
        default:
            return entry->a_un.a_val;
    }
}

/* Copies all that the program is given to the new stack; returns where its vectors begin. */
static uint64_t *fill_stack(const struct vectors *given, const char *path, const struct module *program,
                            const struct module *interpreter) {
    static Elf64_auxv_t auxiliary[MOST_AUXILIARY];
    top = (char *)LIMIT - sizeof(uint64_t);
    for (uint64_t i = 0; i < given->auxiliary_count; i++) {
        auxiliary[i].a_type = given->auxiliary[i].a_type;
        auxiliary[i].a_un.a_val = auxiliary_value(&given->auxiliary[i], path, program, interpreter);
    }
    char *strings = top;
    uint64_t size = 0;
    for (uint64_t i = 0; i < given->word_count + given->variable_count; i++) {
        size += length(i < given->word_count ? given->words[i] : given->environment[i - given->word_count]) + 1;
    }
    strings -= size;
    uint64_t slots = 1 + given->word_count + 1 + given->variable_count + 1;
    uint64_t vectors = down((uint64_t)strings - slots * sizeof(uint64_t) - given->auxiliary_count * sizeof *auxiliary, 16);
    uint64_t *at = (uint64_t *)vectors;
    *at++ = given->word_count;
    for (uint64_t i = 0; i < given->word_count + given->variable_count; i++) {
        const char *text = i < given->word_count ? given->words[i] : given->environment[i - given->word_count];
        memcpy(strings, text, length(text) + 1);
        if (i == given->word_count) {
            *at++ = 0;
        }
        *at++ = (uint64_t)strings;
        strings += length(text) + 1;
    }
    if (given->variable_count == 0) {
        *at++ = 0;
    }
    *at++ = 0;
    memcpy(at, auxiliary, given->auxiliary_count * sizeof *auxiliary);
    return (uint64_t *)vectors;
}

static void take_name(const char *path) {
    const char *name = path;
    for (const char *at = path; *at; at++) {
        name = *at == '/' ? at + 1 : name;
    }
    call(SYS_prctl, PR_SET_NAME, (long)name, 0, 0, 0, 0);
}

static _Noreturn void enter(uint64_t entry, const uint64_t *stack) {
    __asm__ volatile("mov %0, %%rsp\n\txor %%edx, %%edx\n\txor %%ebp, %%ebp\n\tjmp *%1" : : "r"(stack), "r"(entry) : "memory");
    __builtin_unreachable();
}

static bool has_room(void) {
    take(LIMIT, END_OF_SPACE);
    long next = map(0, PAGE, PROT_NONE, MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return next == (long)(LIMIT - PAGE) && call(SYS_munmap, next, PAGE, 0, 0, 0, 0) == 0;
}

static bool begin_steadily(const struct vectors *given, const char *path) {
    static struct module program, interpreter;
    if (!has_room() ||
        failed(map(LIMIT - STACK_SIZE, STACK_SIZE, PROT_READ | PROT_WRITE,
                   MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK | MAP_FIXED_NOREPLACE, -1, 0)) ||
        failed(map(LIMIT - STACK_SIZE - STACK_GUARD, STACK_GUARD, PROT_NONE, MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
                   -1, 0)) ||
        !load(path, PROGRAM_BASE, &program) || (program.interpreter[0] && !load(program.interpreter, 0, &interpreter))) {
        return false;
    }
    const uint64_t *stack = fill_stack(given, path, &program, &interpreter);
    take_name(path);
    enter(interpreter.entry ? interpreter.entry : program.entry, stack);
}

__attribute__((used)) _Noreturn void begin(uint64_t *stack) {
    uint64_t count = stack[0];
    char **words = (char **)(stack + 1);
    struct vectors given = {.words = words + 2, .word_count = count - 2, .environment = words + count + 1};
    if (count < 3) {
        call(SYS_exit_group, !has_room(), 0, 0, 0, 0, 0);
    }
    while (given.environment[given.variable_count]) {
        given.variable_count++;
    }
    given.auxiliary = (Elf64_auxv_t *)(given.environment + given.variable_count + 1);
    while (given.auxiliary[given.auxiliary_count++].a_type != AT_NULL) {
    }
    if (given.auxiliary_count <= MOST_AUXILIARY) {
        begin_steadily(&given, words[1]);
    }
    call(SYS_execve, (long)words[1], (long)given.words, (long)given.environment, 0, 0, 0);
    say("heddle-steady: cannot execute ");
    say(words[1]);
    say("\n");
    call(SYS_exit_group, NO_PROGRAM, 0, 0, 0, 0, 0);
    __builtin_unreachable();
}

__asm__(".globl _start\n_start:\n\tmov %rsp, %rdi\n\tand $-16, %rsp\n\tcall begin\n");
