/* scanf and its kin: what they write through the pointers that they are given (C11 7.21.6.2). */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/compiler.h"
#include "base/real.h"
#include "base/variadic.h"
#include "memory/memory.h"
#include "memory/stdio/failing_stream.h"
#include "memory/stdio/stream_lock.h"
#include "model/resolve.h"
#include "model/runtime.h"

#define MAX_TARGETS 64u
#define PAGE 4096u
#define KEPT 256u /* bytes of a target that are put back before the write is announced */

/* Where a conversion stores. */
struct target {
    char *to;
    size_t size; /* of a string: 0, how long it is tells memory */
    size_t unit; /* of a string's characters */
    bool counts; /* in what the call returns: all but %n do */
    size_t kept; /* bytes at `before` */
    char before[KEPT];
};

struct targets {
    uint32_t count;
    bool known; /* the format was understood */
    struct target all[MAX_TARGETS];
};

static size_t integer_size(const char *length) {
    return strcmp(length, "hh") == 0 ? 1 : strcmp(length, "h") == 0 ? 2 : length[0] ? 8 : 4;
}

static size_t real_size(const char *length) {
    return length[0] == 'l' ? sizeof(double) : length[0] == 'L' || length[0] == 'q' ? sizeof(long double) : sizeof(float);
}

/* Behind the set of characters that begins here, after its '['. */
static const char *behind_set(const char *at) {
    at += *at == '^';
    at += *at == ']';
    at += strcspn(at, "]");
    return *at ? at + 1 : at;
}

/* Fills in what the conversion stores; false if it is none that is known. */
static bool describe(char conversion, const char *length, size_t width, bool allocates, struct target *target) {
    bool wide = length[0] == 'l' || conversion == 'S' || conversion == 'C';
    *target = (struct target){.unit = wide ? sizeof(wchar_t) : 1, .counts = true};
    if (conversion == 0 || !strchr("diouxXnpaAeEfFgGcCsS[", conversion)) {
        return false;
    }
    if (allocates || conversion == 'p') {
        target->size = sizeof(void *);
    } else if (strchr("cC", conversion)) {
        target->size = (width ? width : 1) * target->unit;
    } else if (strchr("aAeEfFgG", conversion)) {
        target->size = real_size(length);
    } else if (strchr("diouxXn", conversion)) {
        target->size = integer_size(length);
    }
    target->counts = conversion != 'n';
    return true;
}

/* One conversion, from behind its '%' on; returns what comes after it, NULL if it is not understood. */
static const char *conversion(const char *at, struct target *target, bool *stores) {
    char length[3] = "";
    size_t width = strspn(at, "*'I");
    *stores = !memchr(at, '*', width);
    at += width;
    width = strtoul(at, (char **)&at, 10);
    if (*at == '$') {
        return NULL;
    }
    bool allocates = *at == 'm';
    at += allocates;
    size_t letters = strspn(at, "hlLqjzt");
    memcpy(length, at, letters < sizeof length ? letters : sizeof length - 1);
    at += letters;
    if (!describe(*at, length, width, allocates, target)) {
        return NULL;
    }
    return *at == '[' ? behind_set(at + 1) : at + 1;
}

static void find_targets(struct targets *targets, const char *format, va_list arguments) {
    targets->count = 0;
    targets->known = true;
    for (const char *at = strchr(format, '%'); at; at = strchr(at, '%')) {
        at++;
        if (*at == '%') {
            at++;
            continue;
        }
        bool stores;
        if (targets->count == MAX_TARGETS || !(at = conversion(at, &targets->all[targets->count], &stores))) {
            targets->known = false;
            return;
        }
        if (stores) {
            targets->all[targets->count++].to = va_arg(arguments, char *);
        }
    }
}

/* Of a target that is watched, or may turn out to be unchanged, what it held. No further than its page: what lies behind that
 * may not be there. */
static void keep(struct targets *targets) {
    for (uint32_t i = 0; i < targets->count; i++) {
        struct target *target = &targets->all[i];
        size_t room = PAGE - ((uintptr_t)target->to & (PAGE - 1)), size = target->size ? target->size : KEPT;
        size = size < KEPT ? size : KEPT;
        target->kept = !target->counts || memory_is_watched(target->to, size) ? (size < room ? size : room) : 0;
        memcpy(target->before, target->to, target->kept);
    }
}

static size_t stored_size(const struct target *target) {
    if (target->size) {
        return target->size;
    }
    return target->unit == 1 ? strlen(target->to) + 1 : (wcslen((const wchar_t *)(const void *)target->to) + 1) * target->unit;
}

static void announce(const struct target *target, uint64_t site) {
    char after[KEPT];
    size_t size = stored_size(target), swapped = size < target->kept ? size : target->kept;
    if (!target->counts && memcmp(target->before, target->to, swapped) == 0) {
        return; /* %n, perhaps not reached */
    }
    memcpy(after, target->to, swapped);
    memcpy(target->to, target->before, swapped);
    memory_writes(target->to, size, site);
    memcpy(target->to, after, swapped);
}

static void announce_all(const struct targets *targets, int converted, uint64_t site) {
    int number = 0;
    for (uint32_t i = 0; i < targets->count; i++) {
        number += targets->all[i].counts;
        if (number <= converted) {
            announce(&targets->all[i], site);
        }
    }
}

/* Runs a call of the family, given as an expression of the name it has in libc. */
#define SCAN(site, format, arguments, call)              \
    ({                                                   \
        struct targets targets_;                         \
        bool told_ = running() && resolve_is_site(site); \
        if (told_) {                                     \
            va_list copy_;                               \
            va_copy(copy_, arguments);                   \
            find_targets(&targets_, format, copy_);      \
            va_end(copy_);                               \
            told_ = targets_.known;                      \
        }                                                \
        if (told_) {                                     \
            keep(&targets_);                             \
        }                                                \
        int converted_ = (call);                         \
        if (told_) {                                     \
            announce_all(&targets_, converted_, site);   \
        }                                                \
        converted_;                                      \
    })

typedef int scan_stream(FILE *, const char *, va_list);
typedef int scan_text(const char *, const char *, va_list);

static int from_stream(const char *real, FILE *stream, const char *format, va_list arguments, uint64_t site) {
    scan_stream *scan = (scan_stream *)real_function(real);
    if (UNLIKELY(stream_fails(HEDDLE_FAILING_READ, stream, site))) {
        return EOF;
    }
    return SCAN(site, format, arguments, WITH_STREAM("scanf", stream, HEDDLE_STREAM_USES, site, scan(stream, format, arguments)));
}

static int from_text(const char *real, const char *text, const char *format, va_list arguments, uint64_t site) {
    scan_text *scan = (scan_text *)real_function(real);
    memory_reads(text, strlen(text) + 1, site);
    return SCAN(site, format, arguments, scan(text, format, arguments));
}

/* The family under one of the prefixes that libc's headers give its names, by the standard that a program is written to. */
#define FAMILY(prefix, libc)                                                              \
    int prefix##vfscanf(FILE *stream, const char *format, va_list arguments);             \
    EXPORT int prefix##vfscanf(FILE *stream, const char *format, va_list arguments) {     \
        uint64_t site = SITE();                                                           \
        return from_stream(libc "vfscanf", stream, format, arguments, site);              \
    }                                                                                     \
    int prefix##vscanf(const char *format, va_list arguments);                            \
    EXPORT int prefix##vscanf(const char *format, va_list arguments) {                    \
        uint64_t site = SITE();                                                           \
        return from_stream(libc "vfscanf", stdin, format, arguments, site);               \
    }                                                                                     \
    int prefix##vsscanf(const char *text, const char *format, va_list arguments);         \
    EXPORT int prefix##vsscanf(const char *text, const char *format, va_list arguments) { \
        uint64_t site = SITE();                                                           \
        return from_text(libc "vsscanf", text, format, arguments, site);                  \
    }                                                                                     \
    int prefix##fscanf(FILE *stream, const char *format, ...);                            \
    EXPORT int prefix##fscanf(FILE *stream, const char *format, ...) {                    \
        uint64_t site = SITE();                                                           \
        return LIST(from_stream(libc "vfscanf", stream, format, arguments, site));        \
    }                                                                                     \
    int prefix##scanf(const char *format, ...);                                           \
    EXPORT int prefix##scanf(const char *format, ...) {                                   \
        uint64_t site = SITE();                                                           \
        return LIST(from_stream(libc "vfscanf", stdin, format, arguments, site));         \
    }                                                                                     \
    int prefix##sscanf(const char *text, const char *format, ...);                        \
    EXPORT int prefix##sscanf(const char *text, const char *format, ...) {                \
        uint64_t site = SITE();                                                           \
        return LIST(from_text(libc "vsscanf", text, format, arguments, site));            \
    }

/* stdio.h gives the plain names the new meaning, so they are named by their symbols. */
#define OLD(name) __asm__(#name)
int old_vfscanf(FILE *stream, const char *format, va_list arguments) OLD(vfscanf);
int old_vscanf(const char *format, va_list arguments) OLD(vscanf);
int old_vsscanf(const char *text, const char *format, va_list arguments) OLD(vsscanf);
int old_fscanf(FILE *stream, const char *format, ...) OLD(fscanf);
int old_scanf(const char *format, ...) OLD(scanf);
int old_sscanf(const char *text, const char *format, ...) OLD(sscanf);

FAMILY(old_, "")
FAMILY(__isoc99_, "__isoc99_")
FAMILY(__isoc23_, "__isoc23_")
