/* What a program built with `heddle cc` and libheddle.so know of each other.
 *
 * The access pass puts calls of the __heddle_* functions below into the program. They are defined, with hidden
 * visibility, in libheddle-rt.a, which `heddle cc` links into every executable and shared library; there they do
 * nothing until libheddle.so, preloaded by `heddle check`, hands out its table of hooks. So a program built with
 * `heddle cc` depends on nothing of Heddle and runs as usual on its own.
 */
#ifndef HEDDLE_ABI_H
#define HEDDLE_ABI_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#define HEDDLE_ABI_VERSION 21u

/* In the eight bytes before each function that the pass has seen: what such a function does, it announces itself. */
#define HEDDLE_SEEN 0x6e6565732e646468u
static inline int heddle_is_seen(const void *function) {
    return *(const uint64_t __attribute__((aligned(1), may_alias)) *)((const char *)function - sizeof(uint64_t)) == HEDDLE_SEEN;
}

/* On the stack, the two words before a number that a function only counts in, and looks at only when its loop is over. */
#define HEDDLE_COUNT_MARK 0x9c3fe4a15d27b86eu
#define HEDDLE_COUNT_MARK_2 0x61d80b75f29ac34du

/* A source position. Records live in the ELF section "heddle_sites" (so that
 * __start_heddle_sites and __stop_heddle_sites delimit a module's table); they are 40 bytes each, aligned to 8. */
struct heddle_site {
    const char *file;     /* HEDDLE_SITE_VARIABLE: its address; else as clang's debug info has it: directory/name where the name is relative */
    const char *function; /* source name; HEDDLE_SITE_VARIABLE: its layout */
    const char *name;     /* an access: variable or expression; a call: "callee(first argument's expression)"; or "" */
    uint32_t line;
    uint32_t column;
    uint32_t kind; /* enum heddle_site_kind */
    uint32_t size; /* of the access or variable in bytes, 0 for calls and ranges */
    /* How the value of an access or an operand is shown: i with a sign, u without, x where that is not known, b a bool, c a character, f a
     * floating-point number, p a pointer, e an enumeration, with ":RED=0,GREEN=5" behind it; or "". */
    const char *type;
};

enum heddle_site_kind {
    HEDDLE_SITE_READ = 1,
    HEDDLE_SITE_WRITE = 2,
    HEDDLE_SITE_ATOMIC = 3,
    HEDDLE_SITE_RANGE = 4,
    HEDDLE_SITE_CALL = 5,
    /* No position but a global variable: what its parts are called. A layout is that of a structure, "{" members "}", of an
     * array, "[stride,count]" and the layout of an element, or empty for anything else. A member is
     * "name:offset:size" layout ";"; its name may be empty. All numbers are decimal, in bytes. */
    HEDDLE_SITE_VARIABLE = 6,
    /* Accesses that change a number, of which nothing but its new value depends on the old one: `tries++`. */
    HEDDLE_SITE_COUNTING_READ = 7,
    HEDDLE_SITE_COUNTING_WRITE = 8,
    HEDDLE_SITE_COUNTING_ATOMIC = 9,
    HEDDLE_SITE_ADDING_ATOMIC = 10, /* likewise, and it adds or subtracts */
    HEDDLE_SITE_UNVARIED = 11,      /* an operation of which it matters that not every outcome is explored, see unvaried.h */
    HEDDLE_SITE_ENDLESS = 12,       /* a round of a loop without an end */
    HEDDLE_SITE_OPERAND = 13,       /* what an assertion that fails is made of */
    HEDDLE_SITE_LOOKED = 14,        /* a wait on a condition variable, by a thread that has looked at memory since its last operation */
};
static inline int heddle_counts(const struct heddle_site *site) {
    return site->kind >= HEDDLE_SITE_COUNTING_READ && site->kind <= HEDDLE_SITE_ADDING_ATOMIC;
}

/* What the checker last learned of 4 bytes of memory: who wrote and who read them. `write` and `read` are epochs. Where `write` is
 * HEDDLE_SPLIT, each byte has a cell of its own, and the sites are the address of these four. */
struct heddle_cell {
    uint32_t write, read;
    uint32_t write_site, read_site; /* the lower half of the site's address; in bit 0: the access was atomic */
};
#define HEDDLE_SPLIT 0xffffffffu
static inline struct heddle_cell *heddle_bytes(const struct heddle_cell *cell) {
    return (struct heddle_cell *)(uintptr_t)((uint64_t)cell->read_site << 32 | cell->write_site);
}

/* Where instrumented code finds the cells of memory that it has accessed lately: those of the 256 bytes from
 * address & ~255 on are at near[(address >> 8) & mask] if that entry's `last` is address | 255. A read needs no call of
 * the hook where a cell's `write` or `read` is the epoch, a write where `write` is: the running thread has done as much
 * before, and no other thread has run since. */
struct heddle_fast {
    uint64_t epoch;
    uint64_t mask; /* the entries of `near`, a power of two, less one */
    struct heddle_near {
        uint64_t last; /* 0: nothing */
        struct heddle_cell *cells;
    } *near;
};

/* An order of which C11 says nothing: the access or fence is an instruction of x86. */
#define HEDDLE_ORDER_X86 16

typedef int heddle_specification_fn(void *state, const char *operation, const char *result); /* as in heddle.h */
typedef int heddle_condition_fn(void *argument);

/* Orders are those of C11's memory_order (relaxed 0 … seq_cst 5), with HEDDLE_ORDER_X86 or without. Every hook runs before its access, which the program
 * then does itself, natively; no other thread of the program runs in between. An atomic access is made where its hook says: at its own
 * address, or, where it overlooks stores, at that of an older value, which it finds. */
struct heddle_hooks {
    uint32_t version;
    uint32_t size; /* sizeof(struct heddle_hooks) */
    /* Those that return int return 0 always. Compilers make room on the stack by `push %rax`, so what a call leaves there is part of what
     * spin loops are told by, and must not be a time. */
    int (*read)(const volatile void *address, size_t size, const struct heddle_site *site);
    int (*write)(const volatile void *address, size_t size, const struct heddle_site *site);
    const volatile void *(*atomic_load)(const volatile void *address, size_t size, int order, const struct heddle_site *site);
    volatile void *(*atomic_store)(volatile void *address, size_t size, uint64_t value, int order, const struct heddle_site *site);
    volatile void *(*atomic_rmw)(volatile void *address, size_t size, uint64_t operand, int order, const struct heddle_site *site);
    volatile void *(*atomic_cas)(volatile void *address, size_t size, uint64_t expected, uint64_t desired, int success_order,
                                 int failure_order, const struct heddle_site *site);
    /* gives the value to compare with; where it is made, the next hook says */
    uint64_t (*weak_cas)(volatile void *address, size_t size, uint64_t expected, uint64_t desired, int success_order,
                         int failure_order, const struct heddle_site *site);
    volatile void *(*weak_cas_place)(volatile void *address);
    int (*fence)(int order, const struct heddle_site *site);
    /* a call of a function that libheddle.so interposes is about to happen at this site */
    int (*call)(const struct heddle_site *site);
    /* heddle.h and the SV-COMP names */
    uint32_t (*choose)(uint32_t alternatives);
    void (*assume)(int condition);
    void (*fail)(const char *expression, const char *file, int line, const char *function);
    void (*atomic_begin)(void);
    void (*atomic_end)(void);
    const struct heddle_fast *fast; /* never NULL */
    void (*benign_race)(const volatile void *address, size_t size);
    int (*library)(int function, void *a, void *b, size_t size, const struct heddle_site *site);
    int (*changed)(void);
    int (*external)(const void *callee, int effect, int state, const struct heddle_site *site);
    int (*leave)(const volatile void *address, size_t size, const struct heddle_site *site);
    /* two different numbers that may be addresses of what comes and goes, both from HEDDLE_HEAP on, are compared for equality */
    int (*compare)(uint64_t one, uint64_t other, const struct heddle_site *site);
    /* std::lock of several mutexes begins, or has them */
    int (*lock_several)(int begins);
    /* calls of objects under test, with texts as printf makes them; `caller` is the address that the function of heddle.h returns to */
    void (*operation_begin)(const volatile void *object, const void *caller, const char *format, va_list arguments);
    void (*operation_end)(const void *caller, const char *format, va_list arguments);
    void (*operation_end_with)(const void *bytes, size_t size);
    void (*operation_waits)(void);
    void (*history_reset)(void);
    void (*begin)(const void *caller);
    /* what calls on the object may do, see heddle.h; `caller` likewise */
    void (*specification)(const volatile void *object, const void *caller, heddle_specification_fn *allows, const void *initial,
                          size_t size);
    /* the site of the call that was announced last, which is no more the next one's; NULL: none was */
    const struct heddle_site *(*take_call)(void);
    /* An assertion is about to fail, and found these bits in what the site names; the address is NULL where no other thread can reach it. */
    int (*operand)(const volatile void *address, uint64_t value, const struct heddle_site *site);
    void (*progress)(const void *caller);
    /* heddle_never (0) or heddle_eventually (1); `caller` as above */
    void (*claim)(int eventually, const void *caller, heddle_condition_fn *condition, void *argument, const char *text);
    /* a value that may be any is one of a few, here those of an enum heddle_few; `caller` as above */
    void (*few_values)(int few, const void *caller);
    /* An access is about to happen, of which not all bytes lie in the array, or other variable, that its address was computed from. */
    int (*outside)(const volatile void *address, size_t size, const volatile void *variable, size_t bytes, int how,
                   const struct heddle_site *site);
    /* the next call's argument is meant for a variable, see __heddle_meant_for */
    int (*meant_for)(const void *address, const void *variable, size_t bytes, int how, const struct heddle_site *site);
};

/* Of an access outside of a variable; bits. */
enum heddle_outside {
    HEDDLE_OUTSIDE_WRITES = 1,        /* it writes; else it reads */
    HEDDLE_OUTSIDE_MAY_BE_LARGER = 2, /* the array is the last member of its structure: that may have been allocated with more of it */
};

/* Which values stand for all. */
enum heddle_few {
    HEDDLE_FEW_NUMBERS = 0,  /* 0, 1, 2 and -1 */
    HEDDLE_FEW_POINTERS = 1, /* NULL */
};

/* Where the checker's heap lies: all its blocks are in so many bytes from here on. */
#define HEDDLE_HEAP 0x110000000000ull
#define HEDDLE_HEAP_SIZE 0x3f0000000000ull
#define HEDDLE_ADDRESSES_END 0x800000000000ull

/* What a call does beyond the memory that its arguments point to. Where it is known and none of these, nothing is announced. */
enum heddle_effect {
    HEDDLE_EFFECT_UNKNOWN = 0, /* anything */
    HEDDLE_EFFECT_CHANGES = 1, /* the caller may find something changed: a file's position, a setting of the thread */
    HEDDLE_EFFECT_READS = 2,   /* reads a state of the library that nothing protects */
    HEDDLE_EFFECT_WRITES = 3,
    HEDDLE_EFFECT_LOOKS = 4,   /* reads a state of the library that a lock of its own, or the kernel, protects */
    HEDDLE_EFFECT_UPDATES = 5,
    HEDDLE_EFFECT_TELLS = 6,   /* what it returns is not controlled: a time stamp counter, a random number of the processor */
    HEDDLE_EFFECT_ORDERS = 7,  /* anything; and it may order the accesses of its thread and of others that come to such code */
    HEDDLE_EFFECT_OPENMP = 8,  /* what OpenMP leaves open goes one of several ways; the state is an enum heddle_openmp */
};

/* What OpenMP leaves open. */
enum heddle_openmp {
    HEDDLE_OPENMP_TASKS = 0,   /* which of the tasks that can begin does */
    HEDDLE_OPENMP_THREADS = 1, /* how many threads a team has */
    HEDDLE_OPENMP_TEAMS = 2,   /* how many teams a league has */
};

/* What library functions keep between calls; the texts are in external.c. */
enum heddle_state {
    HEDDLE_STATE_NONE = 0,
    HEDDLE_STATE_RANDOM = 1,
    HEDDLE_STATE_DRAND48 = 2,
    HEDDLE_STATE_ENVIRONMENT = 3,
    HEDDLE_STATE_LOCALE = 4,
    HEDDLE_STATE_PASSWD = 5,
    HEDDLE_STATE_GROUP = 6,
    HEDDLE_STATE_SHADOW = 7,
    HEDDLE_STATE_HOSTS = 8,
    HEDDLE_STATE_NETWORKS = 9,
    HEDDLE_STATE_PROTOCOLS = 10,
    HEDDLE_STATE_SERVICES = 11,
    HEDDLE_STATE_ALIASES = 12,
    HEDDLE_STATE_NETGROUP = 13,
    HEDDLE_STATE_LOGIN = 14,
    HEDDLE_STATE_TTYNAME = 15,
    HEDDLE_STATE_PTSNAME = 16,
    HEDDLE_STATE_TMPNAM = 17,
    HEDDLE_STATE_CRYPT = 18,
    HEDDLE_STATE_DIGITS = 19,
    HEDDLE_STATE_HASH_TABLE = 20,
    HEDDLE_STATE_OPTIONS = 21,
    HEDDLE_STATE_L64A = 22,
    HEDDLE_STATE_SIGNGAM = 23,
    HEDDLE_STATE_MULTIBYTE = 24,
    HEDDLE_STATE_MOUNTS = 25,
    HEDDLE_STATE_FILE_SYSTEMS = 26,
    HEDDLE_STATE_TERMINALS = 27,
    HEDDLE_STATE_SHELLS = 28,
    HEDDLE_STATE_UTMP = 29,
    HEDDLE_STATE_ETHERNET = 30,
    HEDDLE_STATE_GETDATE = 31,
    HEDDLE_STATE_PATTERN = 32,
    HEDDLE_STATE_BREAK = 33,
    HEDDLE_STATE_DISPOSITIONS = 34,
    HEDDLE_STATE_THREAD_NAMES = 35,
    HEDDLE_STATE_MESSAGES = 36,
    HEDDLE_STATE_SYSLOG = 37,
    HEDDLE_STATE_PRINTF_EXTENSIONS = 38,
    HEDDLE_STATE_LIMITS = 39,
    HEDDLE_STATE_IDENTITY = 40,
    HEDDLE_STATE_RPC = 41,
    HEDDLE_STATE_HOST_NAME = 42,
    HEDDLE_STATE_PRIORITY = 43,
    HEDDLE_STATE_CONVENTIONS = 44,
    HEDDLE_STATE_NAMES = 45,
    HEDDLE_STATE_SCHEDULING = 46,
    HEDDLE_STATE_PROCESS = 47,
    HEDDLE_STATE_TIME_ZONE = 48,
    HEDDLE_STATES
};

/* How a call uses a file. */
enum heddle_file_use {
    HEDDLE_FILE_LOOK = 0,
    HEDDLE_FILE_CHANGE = 1, /* of its contents, or the position in it */
    HEDDLE_FILE_CUT = 2,    /* of its length */
    HEDDLE_FILE_WRITE = 3,  /* of its contents */
    HEDDLE_FILE_READ = 4,   /* looks at its contents, and changes the position in it */
    HEDDLE_FILE_PUT = 5,    /* as WRITE, and the runtime tells which part of it */
};

/* How a call uses a stream. */
enum heddle_stream_use {
    HEDDLE_STREAM_WRITES = 0, /* writes at its end, or lets what was written go on to the file */
    HEDDLE_STREAM_USES = 1,   /* all else: what comes of it, or of the next use, depends on what was done before */
};

/* What a library function does to memory, in terms of two pointers and a size that the pass takes from its arguments. Strings
 * include their NUL; at most `size` bytes of them are touched where the function has a size. */
enum heddle_library {
    HEDDLE_LIBRARY_READ_STRING = 1,    /* reads the string a */
    HEDDLE_LIBRARY_READ_STRINGS = 2,   /* reads the strings a and b as far as they are equal, and one character more */
    HEDDLE_LIBRARY_COPY_STRING = 3,    /* reads the string b, writes as much at a */
    HEDDLE_LIBRARY_COPY_AND_FILL = 4,  /* reads the string b, writes all `size` bytes at a */
    HEDDLE_LIBRARY_APPEND_STRING = 5,  /* reads the strings a and b, writes at the end of a */
    HEDDLE_LIBRARY_READ_BYTES = 6,     /* reads `size` bytes at a */
    HEDDLE_LIBRARY_READ_BOTH = 7,      /* reads `size` bytes at a and at b, as far as they are equal, and one more */
    HEDDLE_LIBRARY_CHANGE_BYTES = 8,   /* reads and writes `size` bytes at a */
    HEDDLE_LIBRARY_READ_TWO = 9,       /* reads the strings a and b */
    HEDDLE_LIBRARY_SEARCH_STRING = 10, /* reads the string a up to where the string b, which it reads as well, first ends in it */
    HEDDLE_LIBRARY_FIND_BYTE = 11,     /* reads `size` bytes at a up to the first that is b */
    HEDDLE_LIBRARY_FIND_CHARACTER = 12, /* reads the string a up to the first character that is b */
    HEDDLE_LIBRARY_SPAN = 13,          /* reads the string b, and the string a up to the first character that is not in b */
    HEDDLE_LIBRARY_SPAN_UNTIL = 14,    /* reads the string b, and the string a up to the first character that is in b */
    HEDDLE_LIBRARY_READ_STRINGS_FOLDED = 15, /* as READ_STRINGS, but lower and upper case are the same */
    HEDDLE_LIBRARY_READ_INTEGER = 16,  /* reads a number to the base `size` at a; if b is not NULL, writes a pointer at b */
    HEDDLE_LIBRARY_READ_REAL = 17,     /* the same for a floating-point number */
    HEDDLE_LIBRARY_NEXT_TOKEN = 18,    /* strtok_r of a, with the state at b and the delimiters at the address `size` */
    HEDDLE_LIBRARY_CUT_TOKEN = 19,     /* strsep of the pointer at a, with the delimiters b, or a comma if that is NULL */
    HEDDLE_LIBRARY_USE_FILE = 21,      /* uses the file of the descriptor b; `size` is an enum heddle_file_use */
    HEDDLE_LIBRARY_USE_STREAM = 22,    /* uses the stream a, and its file; `size` is an enum heddle_stream_use */
    HEDDLE_LIBRARY_OPEN = 23,          /* opens the file with the name a, in the folder b, and the flags `size` */
    HEDDLE_LIBRARY_OPEN_STREAM = 24,   /* the same in the mode b */
    HEDDLE_LIBRARY_USE_NAME = 25,      /* uses the file with the name a, in the folder b (NULL: the working one); `size` is an enum heddle_file_use */
    HEDDLE_LIBRARY_UNLOCKED = 26,      /* uses the stream a as one does who has its lock; NULL: stdin or stdout, by `size` */
    HEDDLE_LIBRARY_WRITE_BYTES = 20,   /* writes `size` bytes at a, unless that is NULL */
    HEDDLE_LIBRARY_READ_TEXTS = 27,    /* reads `size` pointers at a (0: up to NULL), and the strings behind them */
    HEDDLE_LIBRARY_FILL_TEMPLATE = 28, /* reads the string a, changes the six characters before its last `size` ones */
    HEDDLE_LIBRARY_READ_TIME = 30,     /* reads a time of `size` bytes at a, which decides nothing but how long it waits */
    HEDDLE_LIBRARY_WRITE_COUNTED = 29, /* writes as many numbers of 4 bytes at a as the one at b says */
    HEDDLE_LIBRARY_WIDE = 32,          /* to be added: the same of wide characters; `size` is a number of them */
};

/* Exported by libheddle.so; looked up with dlsym by the constructor in libheddle-rt.a. Returns the hooks, or NULL where
 * the process is not being checked or the version does not fit. */
typedef const struct heddle_hooks *heddle_attach_fn(uint32_t version, const struct heddle_site *sites_begin,
                                                    const struct heddle_site *sites_end);

/* A function that notes which of its lines run (heddle cc -fheddle-coverage). Records live in the ELF section "heddle_lines". The function
 * consists of pieces. When a piece begins to run, it stores 1 in its byte. */
struct heddle_lines {
    volatile uint8_t *ran; /* a byte for each piece; bytes of the module's own that nobody reads until the runtime sets it */
    /* The lines of the pieces: for each file its path, a tab, and, with semicolons between, the number of a piece and the lines that it
     * has there, all decimal, with commas between. A newline stands between files. */
    const char *text;
    const void *runtime; /* of the module, which the linker takes along for it */
    uint32_t count;      /* pieces */
    uint32_t reserved;
};

/* Exported by libheddle.so as __heddle_attach_lines; looked up likewise. */
typedef void heddle_attach_lines_fn(struct heddle_lines *begin, struct heddle_lines *end);

/* Exported by libheddle.so as __heddle_attach_numbers; looked up likewise where the module has a section "heddle_numbers": the pass makes one
 * in a module that compares numbers of descriptors, computes with them or uses them as indices. */
typedef void heddle_attach_numbers_fn(void);

/* Called by instrumented code; what returns int returns 0, as hooks do. Sizes up to 8 bytes carry values; a 16-byte atomic passes the low 8 bytes. memcpy, memset
 * and memmove call __heddle_read/__heddle_write with the range's length. */
int __heddle_read(const volatile void *address, size_t size, const struct heddle_site *site);
int __heddle_write(const volatile void *address, size_t size, const struct heddle_site *site);
const volatile void *__heddle_atomic_load(const volatile void *address, size_t size, int order, const struct heddle_site *site);
volatile void *__heddle_atomic_store(volatile void *address, size_t size, uint64_t value, int order,
                           const struct heddle_site *site);
volatile void *__heddle_atomic_rmw(volatile void *address, size_t size, uint64_t operand, int order,
                         const struct heddle_site *site);
volatile void *__heddle_atomic_cas(volatile void *address, size_t size, uint64_t expected, uint64_t desired, int success_order,
                                   int failure_order, const struct heddle_site *site);
volatile void *__heddle_weak_cas_place(volatile void *address);
/* The same of one that may fail although the values are equal. Returns the value to compare with instead of `expected`. */
uint64_t __heddle_weak_cas(volatile void *address, size_t size, uint64_t expected, uint64_t desired, int success_order,
                           int failure_order, const struct heddle_site *site);
int __heddle_fence(int order, const struct heddle_site *site);
/* Emitted directly before a call of a library function that touches memory; enum heddle_library. Size: SIZE_MAX for none. */
int __heddle_library(int function, void *a, void *b, size_t size, const struct heddle_site *site);
/* Emitted before a call of a function that is not defined in the same module, or that is called through a pointer, and whose
 * effect is none that other hooks announce; nothing where the callee is one that the pass has seen. `callee` is NULL for inline
 * assembly. */
int __heddle_external(const void *callee, int effect, int state, const struct heddle_site *site);
/* Emitted before a store of up to 8 bytes to memory of the thread that no other reaches, and that is not on its stack. */
int __heddle_own_store(const volatile void *address, size_t size, uint64_t value);
/* Emitted before anything else that changes such memory. */
int __heddle_changed(void);
/* Emitted where std::lock begins (1), and where it returns (0). */
int __heddle_lock_several(int begins);
/* Emitted where a local variable ends, of which others may have the address; the size may be 0. Counts as a write of it. */
int __heddle_leave(const volatile void *address, size_t size, const struct heddle_site *site);
/* Emitted where an access, of which the pass knows the variable and its size, is outside of it. The access itself is announced after it. */
int __heddle_outside(const volatile void *address, size_t size, const volatile void *variable, size_t bytes, int how,
                     const struct heddle_site *site);
/* Emitted before __heddle_library and __heddle_call, for an argument of that call: what it accesses at the address, or on from there, is
 * meant for a variable, of which the pass knows the size. Of enum heddle_outside, MAY_BE_LARGER alone; the site names the variable. */
int __heddle_meant_for(const void *address, const void *variable, size_t bytes, int how, const struct heddle_site *site);
/* Emitted directly before a call of an external function whose name is in interposed.txt. */
int __heddle_call(const struct heddle_site *site);

#endif
