/* printf and its kin as far as they are given lists of arguments or write to memory of the program. What printf and the others read
 * by a literal format the access pass announces; where the arguments come as a list, or the text goes to memory, it cannot. */
#define _GNU_SOURCE
#include "memory/stdio/format.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/compiler.h"
#include "base/real.h"
#include "base/variadic.h"
#include "memory/memory.h"
#include "memory/stdio/failing_stream.h"
#include "memory/stdio/stream_lock.h"
#include "model/resolve.h"
#include "model/runtime.h"

_Noreturn void __chk_fail(void);

/* ---- what the arguments of a format are ---- */

static void skip_number(va_list arguments, const char *length) {
    if (strchr("ljztqL", length[0]) && length[0]) {
        (void)va_arg(arguments, long);
    } else {
        (void)va_arg(arguments, int);
    }
}

/* Announces what a conversion reads or writes through a pointer; false if it is not understood. */
static bool use(char conversion, const char *length, long precision, va_list arguments, uint64_t site) {
    if (conversion == 'm') {
        return true;
    }
    if (conversion && strchr("diouxXc", conversion)) {
        skip_number(arguments, length);
        return true;
    }
    if (conversion && strchr("aAeEfFgG", conversion)) {
        if (length[0] == 'L') {
            (void)va_arg(arguments, long double);
        } else {
            (void)va_arg(arguments, double);
        }
        return true;
    }
    if (!conversion || !strchr("spnSC", conversion)) {
        return false;
    }
    void *pointer = va_arg(arguments, void *);
    if (conversion == 's' && !length[0] && pointer) {
        size_t room = precision < 0 ? PTRDIFF_MAX : (size_t)precision, text = strnlen(pointer, room);
        memory_reads(pointer, text < room ? text + 1 : room, site);
    } else if (conversion == 'n') {
        memory_writes(pointer, length[0] == 'h' ? (length[1] == 'h' ? 1 : 2) : length[0] ? 8 : 4, site);
    }
    return true;
}

static const char *number_or_argument(const char *at, long *number, va_list arguments) {
    if (*at == '*') {
        *number = va_arg(arguments, int);
        return at + 1;
    }
    for (*number = 0; *at >= '0' && *at <= '9' && *number < INT32_MAX; at++) {
        *number = *number * 10 + (*at - '0');
    }
    return at;
}

/* Announces what a call with this format and these arguments is about to do (C11 7.21.6.1). */
static void announce(const char *format, va_list arguments, uint64_t site) {
    for (const char *at = strchr(format, '%'); at; at = strchr(at, '%')) {
        at++;
        if (*at == '%') {
            at++;
            continue;
        }
        char length[3] = "";
        long width, precision = -1;
        at += strspn(at, "-+ #0'I");
        at = number_or_argument(at, &width, arguments);
        if (*at == '.') {
            at = number_or_argument(at + 1, &precision, arguments);
        }
        size_t letters = strspn(at, "hlLqjzt");
        memcpy(length, at, letters < sizeof length ? letters : sizeof length - 1);
        at += letters;
        if (!use(*at, length, precision, arguments, site)) {
            return;
        }
        at++;
    }
}

/* ---- lists of arguments ---- */

static bool is_told(uint64_t site) { return running() && resolve_is_site(site); }

void format_announce(const char *format, va_list arguments, uint64_t site) {
    if (is_told(site)) {
        va_list copy;
        va_copy(copy, arguments);
        announce(format, copy, site);
        va_end(copy);
    }
}

EXPORT int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments) {
    uint64_t site = SITE();
    format_announce(format, arguments, site);
    return UNLIKELY(stream_fails(HEDDLE_FAILING_WRITE, stream, site))
               ? EOF
               : WITH_STREAM(__func__, stream, HEDDLE_STREAM_WRITES, site, REAL(vfprintf)(stream, format, arguments));
}

EXPORT int vprintf(const char *restrict format, va_list arguments) {
    PASS_SITE();
    return vfprintf(stdout, format, arguments);
}

/* ---- to memory ---- */

#define NO_SIZE SIZE_MAX /* sprintf */

/* The text is as long as the call will make it; nothing else runs until then, unless a write has become a scheduling point. */
static int print(char *to, size_t size, const char *format, va_list arguments, uint64_t site) {
    if (is_told(site) && size > 0) {
        va_list copy;
        va_copy(copy, arguments);
        int length = REAL(vsnprintf)(NULL, 0, format, copy);
        va_end(copy);
        if (length >= 0) {
            memory_writes(to, (size_t)length < size ? (size_t)length + 1 : size, site);
        }
    }
    return size == NO_SIZE ? REAL(vsprintf)(to, format, arguments) : REAL(vsnprintf)(to, size, format, arguments);
}

EXPORT int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list arguments) {
    uint64_t site = SITE();
    format_announce(format, arguments, site);
    return print(to, size, format, arguments, site);
}

EXPORT int vsprintf(char *restrict to, const char *restrict format, va_list arguments) {
    uint64_t site = SITE();
    format_announce(format, arguments, site);
    return print(to, NO_SIZE, format, arguments, site);
}

EXPORT int snprintf(char *restrict to, size_t size, const char *restrict format, ...) {
    uint64_t site = SITE();
    return LIST(print(to, size, format, arguments, site));
}

EXPORT int sprintf(char *restrict to, const char *restrict format, ...) {
    uint64_t site = SITE();
    return LIST(print(to, NO_SIZE, format, arguments, site));
}

EXPORT int vasprintf(char **restrict to, const char *restrict format, va_list arguments) {
    uint64_t site = SITE();
    format_announce(format, arguments, site);
    memory_writes(to, sizeof *to, site);
    return ALLOCATING(site, REAL(vasprintf)(to, format, arguments));
}

EXPORT int asprintf(char **restrict to, const char *restrict format, ...) {
    uint64_t site = SITE();
    memory_writes(to, sizeof *to, site);
    return LIST(ALLOCATING(site, REAL(vasprintf)(to, format, arguments)));
}

/* ---- programs built with _FORTIFY_SOURCE call these ---- */

/* As libc: `room` is how large the memory is known to be. */
static int print_within(size_t room, char *to, size_t size, const char *format, va_list arguments, uint64_t site) {
    if (size != NO_SIZE && size > room) {
        __chk_fail();
    }
    int length = print(to, size == NO_SIZE ? room : size, format, arguments, site);
    if (size == NO_SIZE && length >= 0 && (size_t)length >= room) {
        __chk_fail();
    }
    return length;
}

int __vsnprintf_chk(char *restrict to, size_t size, int flag, size_t room, const char *restrict format, va_list arguments);
EXPORT int __vsnprintf_chk(char *restrict to, size_t size, int flag, size_t room, const char *restrict format,
                           va_list arguments) {
    uint64_t site = SITE();
    (void)flag;
    format_announce(format, arguments, site);
    return print_within(room, to, size, format, arguments, site);
}

int __vsprintf_chk(char *restrict to, int flag, size_t room, const char *restrict format, va_list arguments);
EXPORT int __vsprintf_chk(char *restrict to, int flag, size_t room, const char *restrict format, va_list arguments) {
    uint64_t site = SITE();
    (void)flag;
    format_announce(format, arguments, site);
    return print_within(room, to, NO_SIZE, format, arguments, site);
}

int __snprintf_chk(char *restrict to, size_t size, int flag, size_t room, const char *restrict format, ...);
EXPORT int __snprintf_chk(char *restrict to, size_t size, int flag, size_t room, const char *restrict format, ...) {
    uint64_t site = SITE();
    (void)flag;
    return LIST(print_within(room, to, size, format, arguments, site));
}

int __sprintf_chk(char *restrict to, int flag, size_t room, const char *restrict format, ...);
EXPORT int __sprintf_chk(char *restrict to, int flag, size_t room, const char *restrict format, ...) {
    uint64_t site = SITE();
    (void)flag;
    return LIST(print_within(room, to, NO_SIZE, format, arguments, site));
}

int __vfprintf_chk(FILE *restrict stream, int flag, const char *restrict format, va_list arguments);
EXPORT int __vfprintf_chk(FILE *restrict stream, int flag, const char *restrict format, va_list arguments) {
    uint64_t site = SITE();
    format_announce(format, arguments, site);
    return UNLIKELY(stream_fails(HEDDLE_FAILING_WRITE, stream, site))
               ? EOF
               : WITH_STREAM("vfprintf", stream, HEDDLE_STREAM_WRITES, site,
                             REAL(__vfprintf_chk)(stream, flag, format, arguments));
}

int __vprintf_chk(int flag, const char *restrict format, va_list arguments);
EXPORT int __vprintf_chk(int flag, const char *restrict format, va_list arguments) {
    PASS_SITE();
    return __vfprintf_chk(stdout, flag, format, arguments);
}

int __vasprintf_chk(char **restrict to, int flag, const char *restrict format, va_list arguments);
EXPORT int __vasprintf_chk(char **restrict to, int flag, const char *restrict format, va_list arguments) {
    uint64_t site = SITE();
    format_announce(format, arguments, site);
    memory_writes(to, sizeof *to, site);
    return ALLOCATING(site, REAL(__vasprintf_chk)(to, flag, format, arguments));
}

int __asprintf_chk(char **restrict to, int flag, const char *restrict format, ...);
EXPORT int __asprintf_chk(char **restrict to, int flag, const char *restrict format, ...) {
    uint64_t site = SITE();
    memory_writes(to, sizeof *to, site);
    return LIST(ALLOCATING(site, REAL(__vasprintf_chk)(to, flag, format, arguments)));
}
