/* The code of a region: a function with as many arguments as the region has variables. */
#define _GNU_SOURCE
#include "omp_runtime.h"

/* More arguments than the code takes do no harm in the calling conventions of x86-64 and AArch64: the caller takes them away. */
#define A4(i) a[i], a[(i) + 1], a[(i) + 2], a[(i) + 3]
#define A16(i) A4(i), A4((i) + 4), A4((i) + 8), A4((i) + 12)
#define A64(i) A16(i), A16((i) + 16), A16((i) + 32), A16((i) + 48)

void heddle_omp_run(struct thread *self) {
    const struct code *code = &self->team->code;
    void **a = code->arguments;
    int id = (int)self->id;
    if (code->count <= 4) {
        code->function(&id, &id, A4(0));
    } else if (code->count <= 16) {
        code->function(&id, &id, A16(0));
    } else if (code->count <= 64) {
        code->function(&id, &id, A64(0));
    } else {
        code->function(&id, &id, A64(0), A64(64), A64(128), A64(192));
    }
}

void heddle_omp_take_arguments(void **arguments, int count, va_list list) {
    if (count > MOST_ARGUMENTS) {
        heddle_omp_fail("a region with %d variables; %d is the most", count, MOST_ARGUMENTS);
    }
    for (int i = 0; i < MOST_ARGUMENTS; i++) {
        arguments[i] = i < count ? va_arg(list, void *) : NULL;
    }
}
