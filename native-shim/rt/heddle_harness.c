/* The functions of heddle.h and the names that verification tools share (those of SV-COMP). Weak: a program that
 * defines one of them itself keeps its own.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../include/heddle.h"
#include "heddle_rt.h"

#define HARNESS __attribute__((weak, visibility("hidden")))

HARNESS uint32_t heddle_choose(uint32_t alternatives) {
    if (!__heddle_attached || alternatives < 2) {
        return 0;
    }
    return __heddle_attached->choose(alternatives);
}

HARNESS void heddle_assume(int condition) {
    if (__heddle_attached) {
        __heddle_attached->assume(condition);
    } else if (!condition) {
        fflush(NULL);
        _Exit(0);
    }
}

HARNESS void heddle_fail(const char *expression, const char *file, int line, const char *function) {
    if (__heddle_attached) {
        __heddle_attached->fail(expression, file, line, function);
    }
    fflush(stdout);
    fprintf(stderr, "%s:%d: %s: assertion failed: %s\n", file, line, function, expression);
    abort();
}

HARNESS void heddle_begin(void) {
    if (__heddle_attached) {
        __heddle_attached->begin(__builtin_return_address(0));
    }
}

HARNESS void heddle_benign_race(const volatile void *address, size_t size) {
    if (__heddle_attached) {
        __heddle_attached->benign_race(address, size);
    }
}

HARNESS void heddle_atomic_begin(void) {
    if (__heddle_attached) {
        __heddle_attached->atomic_begin();
    }
}

HARNESS void heddle_atomic_end(void) {
    if (__heddle_attached) {
        __heddle_attached->atomic_end();
    }
}

HARNESS void heddle_operation_begin(const char *operation, ...) {
    if (__heddle_attached) {
        va_list arguments;
        va_start(arguments, operation);
        __heddle_attached->operation_begin(NULL, __builtin_return_address(0), operation, arguments);
        va_end(arguments);
    }
}

HARNESS void heddle_operation_begin_on(const volatile void *object, const char *operation, ...) {
    if (__heddle_attached) {
        va_list arguments;
        va_start(arguments, operation);
        __heddle_attached->operation_begin(object, __builtin_return_address(0), operation, arguments);
        va_end(arguments);
    }
}

HARNESS void heddle_operation_end(const char *result, ...) {
    if (__heddle_attached) {
        va_list arguments;
        va_start(arguments, result);
        __heddle_attached->operation_end(__builtin_return_address(0), result, arguments);
        va_end(arguments);
    }
}

HARNESS void heddle_operation_end_with(const void *result, size_t size) {
    if (__heddle_attached) {
        __heddle_attached->operation_end_with(result, size);
    }
}

HARNESS void heddle_operation_waits(void) {
    if (__heddle_attached) {
        __heddle_attached->operation_waits();
    }
}

HARNESS void heddle_history_reset(void) {
    if (__heddle_attached) {
        __heddle_attached->history_reset();
    }
}

HARNESS void heddle_specification(heddle_specification_fn *allows, const void *initial, size_t size) {
    if (__heddle_attached) {
        __heddle_attached->specification(NULL, __builtin_return_address(0), allows, initial, size);
    }
}

HARNESS void heddle_specification_on(const volatile void *object, heddle_specification_fn *allows, const void *initial,
                                     size_t size) {
    if (__heddle_attached) {
        __heddle_attached->specification(object, __builtin_return_address(0), allows, initial, size);
    }
}

HARNESS void heddle_progress(void) {
    if (__heddle_attached) {
        __heddle_attached->progress(__builtin_return_address(0));
    }
}

HARNESS void heddle_claim(int eventually, heddle_condition_fn *condition, void *argument, const char *text) {
    if (__heddle_attached) {
        __heddle_attached->claim(eventually, __builtin_return_address(0), condition, argument, text);
    }
}

HARNESS int heddle_gives(const char *result, const char *format, ...) {
    if (!result) {
        return 1;
    }
    char text[4096]; /* as long as results are */
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return strcmp(text, result) == 0;
}

HARNESS void __VERIFIER_assume(int condition) {
    heddle_assume(condition);
}

HARNESS void __VERIFIER_atomic_begin(void) {
    heddle_atomic_begin();
}

HARNESS void __VERIFIER_atomic_end(void) {
    heddle_atomic_end();
}

HARNESS void __VERIFIER_error(void) {
    heddle_fail("__VERIFIER_error() is not reached", "", 0, "__VERIFIER_error");
}

HARNESS void reach_error(void) {
    heddle_fail("reach_error() is not reached", "", 0, "reach_error");
}

HARNESS void __VERIFIER_assert(int condition) {
    if (!condition) {
        heddle_fail("__VERIFIER_assert()", "", 0, "__VERIFIER_assert");
    }
}

/* Not every value of a wide type can be tried: 0, 1 and 2, and -1 (the largest, if unsigned) stand for the rest. */
static int small_value(const void *caller) {
    static const int values[] = {0, 1, 2, -1};
    if (__heddle_attached) {
        __heddle_attached->few_values(HEDDLE_FEW_NUMBERS, caller);
    }
    return values[heddle_choose(4)];
}

#define NONDET(type, name)                                                                                             \
    HARNESS type __VERIFIER_nondet_##name(void) {                                                                      \
        return (type)small_value(__builtin_return_address(0));                                                         \
    }

HARNESS _Bool __VERIFIER_nondet_bool(void) {
    return heddle_choose(2) != 0;
}

HARNESS void *__VERIFIER_nondet_pointer(void) {
    if (__heddle_attached) {
        __heddle_attached->few_values(HEDDLE_FEW_POINTERS, __builtin_return_address(0));
    }
    return NULL;
}

NONDET(char, char)
NONDET(signed char, schar)
NONDET(unsigned char, uchar)
NONDET(short, short)
NONDET(unsigned short, ushort)
NONDET(int, int)
NONDET(unsigned int, uint)
NONDET(unsigned int, unsigned)
NONDET(long, long)
NONDET(unsigned long, ulong)
NONDET(long long, longlong)
NONDET(unsigned long long, ulonglong)
NONDET(size_t, size_t)
NONDET(uint8_t, u8)
NONDET(uint16_t, u16)
NONDET(uint32_t, u32)
NONDET(uint64_t, u64)
NONDET(float, float)
NONDET(double, double)
