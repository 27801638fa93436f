/* Exceptions of C++ that several threads have (std::exception_ptr). libstdc++.so counts who has one, before the exception itself, and who
 * lets go of it last destroys it. What is done to the count is an atomic operation of the program, for exceptions that some pointer has
 * referred to: all others are their thread's own. Where the parts lie is fixed by the Itanium C++ ABI and libstdc++'s unwind-cxx.h. */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/real.h"
#include "memory/memory.h"
#include "model/runtime.h"

#define SHARED 0x64646865u /* in what is padding to libstdc++, and zero in a new exception */
#define PRIMARY_CLASS 0x474e5543432b2b00u /* "GNUCC++\0" */
#define DEPENDENT_CLASS 0x474e5543432b2b01u

/* __cxa_exception; a dependent one refers to another in the place of `type`, and has the rest in common with it. */
struct cxa_exception {
    union {
        const void *type;
        void *primary; /* the exception itself */
    };
    void (*destructor)(void *exception);
    void (*unexpected)(void);
    void (*terminate)(void);
    struct cxa_exception *next;
    int handlers; /* that have it; negative where one has thrown it again */
    int switch_value;
    const unsigned char *actions, *language_data;
    void *catch_temporary, *adjusted;
    struct {
        uint64_t class;
        uint64_t others[3];
    } __attribute__((aligned(16))) unwind;
};

/* __cxa_refcounted_exception, which lies directly before the exception. */
struct counted_exception {
    int count;
    unsigned shared;
    struct cxa_exception head __attribute__((aligned(16)));
};
_Static_assert(sizeof(struct counted_exception) == 128, "as libstdc++.so has it");

struct cxa_globals {
    struct cxa_exception *caught;
    unsigned uncaught;
};

struct cxa_globals *__cxa_get_globals(void);
void __cxa_free_exception(void *exception);
void __cxa_end_catch(void);
void pointer_add(void **self) __asm__("_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv");
void pointer_release(void **self) __asm__("_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv");
void rethrow(void **pointer) __asm__("_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE");

static struct counted_exception *counted(void *exception) { return (struct counted_exception *)exception - 1; }

/* The count is about to change; nobody else runs before it does. */
static void announce_count(struct counted_exception *counted, uint64_t site) {
    if (running()) {
        memory_atomic(&counted->count, sizeof counted->count, site);
    }
}

static void *look(void **pointer, uint64_t site) {
    if (running()) {
        memory_reads(pointer, sizeof *pointer, site);
    }
    return *pointer;
}

EXPORT void pointer_add(void **self) {
    uint64_t site = SITE();
    void *exception = look(self, site);
    if (exception) {
        struct counted_exception *has = counted(exception);
        announce_count(has, site);
        has->shared = SHARED;
        __atomic_add_fetch(&has->count, 1, __ATOMIC_ACQ_REL);
    }
}

EXPORT void pointer_release(void **self) {
    uint64_t site = SITE();
    void *exception = look(self, site);
    if (!exception) {
        return;
    }
    struct counted_exception *has = counted(exception);
    announce_count(has, site);
    if (__atomic_sub_fetch(&has->count, 1, __ATOMIC_ACQ_REL) == 0) {
        if (has->head.destructor) {
            has->head.destructor(exception);
        }
        REAL(__cxa_free_exception)(exception);
        if (running()) {
            memory_writes(self, sizeof *self, site);
        }
        *self = NULL;
    }
}

EXPORT void rethrow(void **pointer) {
    uint64_t site = SITE();
    void *exception = look(pointer, site);
    if (exception) {
        announce_count(counted(exception), site);
    }
    ((__typeof__(&rethrow))real_function("_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE"))(pointer);
}

/* The exception that its last handler is about to leave, if it is one of C++ and of libstdc++. */
static void *left_exception(const struct cxa_exception *caught) {
    if (!caught || caught->handlers != 1) {
        return NULL;
    }
    switch (caught->unwind.class) {
        case PRIMARY_CLASS:
            return (void *)(uintptr_t)(caught + 1);
        case DEPENDENT_CLASS:
            return caught->primary;
        default:
            return NULL;
    }
}

EXPORT void __cxa_end_catch(void) {
    uint64_t site = SITE();
    void *left = running() ? left_exception(REAL(__cxa_get_globals)()->caught) : NULL;
    if (left && counted(left)->shared == SHARED) {
        announce_count(counted(left), site);
    }
    REAL(__cxa_end_catch)();
}
