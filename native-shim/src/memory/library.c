/* What library functions do to memory when instrumented code calls them: they are not instrumented themselves, so their accesses
 * are announced before the call. The ends of strings are looked for then; where another thread moves an end between that and
 * the call, the two race anyway. */
#define _GNU_SOURCE
#include "memory/library.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory/memory.h"
#include "memory/wide/library_access.h"
#include "memory/wide/wide_strings.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "race/shadow/visible.h"

enum { TEMPLATE = 6 }; /* mkstemp's XXXXXX */

static size_t shorter(size_t a, size_t b) { return a < b ? a : b; }

/* Bytes of the string with its NUL, or the size if it has no NUL within that. */
static size_t extent(const char *string, size_t size) {
    size_t length = strnlen(string, size);
    return length == size ? size : length + 1;
}

static bool is_same(char a, char b, bool folded) {
    return a == b || (folded && tolower((unsigned char)a) == tolower((unsigned char)b));
}

/* How far two strings, or as many bytes, have to be read to compare them. */
static size_t compared(const char *a, const char *b, size_t size, bool strings, bool folded) {
    size_t at = 0;
    while (at < size && is_same(a[at], b[at], folded) && !(strings && a[at] == 0)) {
        at++;
    }
    return at < size ? at + 1 : size;
}

static struct library_access reads(const void *address, size_t size) { return (struct library_access){address, size, false}; }

static struct library_access writes(const void *address, size_t size) { return (struct library_access){address, size, true}; }

/* Bytes of the number that the text begins with, and of the character that ends it. */
static size_t number(const char *text, bool real, int base) {
    char *end;
    int saved = errno;
    if (real) {
        strtold(text, &end);
    } else {
        strtoll(text, &end, base);
    }
    errno = saved;
    return (size_t)(end - text) + 1;
}

/* strtok_r: where it stops it looks at nothing more than the character before which it goes on. */
static uint32_t token(char *text, char **state, const char *delimiters, struct library_access out[4]) {
    out[0] = reads(state, sizeof *state);
    char *from = text ? text : *state;
    out[1] = writes(state, sizeof *state);
    if (!from) {
        return 2;
    }
    char *start = from + strspn(from, delimiters), *end = start + strcspn(start, delimiters);
    out[2] = reads(from, (size_t)(end - from) + 1);
    out[3] = writes(end, 1);
    return *start && *end ? 4 : 3;
}

/* What a call of a function of this kind is about to do, in order; returns how many accesses that are. */
static uint32_t library_accesses(int function, char *a, char *b, size_t size, struct library_access out[4]) {
    switch ((enum heddle_library)function) {
        case HEDDLE_LIBRARY_READ_STRING:
            if (!a || size == 0) { /* printf prints "(null)" */
                return 0;
            }
            out[0] = reads(a, extent(a, size));
            return 1;
        case HEDDLE_LIBRARY_READ_STRINGS:
        case HEDDLE_LIBRARY_READ_STRINGS_FOLDED:
        case HEDDLE_LIBRARY_READ_BOTH: {
            size_t both =
                compared(a, b, size, function != HEDDLE_LIBRARY_READ_BOTH, function == HEDDLE_LIBRARY_READ_STRINGS_FOLDED);
            out[0] = reads(a, both);
            out[1] = reads(b, both);
            return 2;
        }
        case HEDDLE_LIBRARY_READ_TWO:
            out[0] = reads(a, strlen(a) + 1);
            out[1] = reads(b, strlen(b) + 1);
            return 2;
        case HEDDLE_LIBRARY_SEARCH_STRING: {
            const char *found = strstr(a, b);
            out[0] = reads(a, found ? (size_t)(found - a) + strlen(b) : strlen(a) + 1);
            out[1] = reads(b, strlen(b) + 1);
            return 2;
        }
        case HEDDLE_LIBRARY_FIND_BYTE: {
            const char *found = memchr(a, (int)(intptr_t)b, size);
            out[0] = reads(a, found ? (size_t)(found - a) + 1 : size);
            return 1;
        }
        case HEDDLE_LIBRARY_FIND_CHARACTER:
            out[0] = reads(a, (size_t)(strchrnul(a, (int)(intptr_t)b) - a) + 1);
            return 1;
        case HEDDLE_LIBRARY_SPAN:
        case HEDDLE_LIBRARY_SPAN_UNTIL:
            out[0] = reads(a, (function == HEDDLE_LIBRARY_SPAN ? strspn(a, b) : strcspn(a, b)) + 1);
            out[1] = reads(b, strlen(b) + 1);
            return 2;
        case HEDDLE_LIBRARY_READ_INTEGER:
        case HEDDLE_LIBRARY_READ_REAL:
            out[0] = reads(a, number(a, function == HEDDLE_LIBRARY_READ_REAL, (int)size));
            out[1] = writes(b, sizeof(char *));
            return b ? 2 : 1;
        case HEDDLE_LIBRARY_NEXT_TOKEN:
            return token(a, (char **)b, (const char *)size, out);
        case HEDDLE_LIBRARY_CUT_TOKEN: {
            char *text = *(char **)a;
            size_t length = text ? strcspn(text, b ? b : ",") : 0;
            out[0] = writes(a, sizeof text);
            out[1] = reads(text, length + 1);
            out[2] = writes(text ? text + length : NULL, 1);
            return !text ? 1 : text[length] ? 3 : 2;
        }
        case HEDDLE_LIBRARY_WRITE_BYTES:
            out[0] = writes(a, size);
            return a ? 1 : 0;
        case HEDDLE_LIBRARY_COPY_STRING:
            out[0] = reads(b, extent(b, size));
            out[1] = writes(a, out[0].size);
            return 2;
        case HEDDLE_LIBRARY_COPY_AND_FILL:
            out[0] = reads(b, extent(b, size));
            out[1] = writes(a, size);
            return 2;
        case HEDDLE_LIBRARY_APPEND_STRING: {
            size_t end = strlen(a), length = strnlen(b, size);
            out[0] = reads(a, end + 1);
            out[1] = reads(b, shorter(length + 1, size));
            out[2] = writes(a + end, length + 1);
            return 3;
        }
        case HEDDLE_LIBRARY_READ_BYTES: /* fflush takes NULL for all streams */
            out[0] = reads(a, size);
            return a ? 1 : 0;
        case HEDDLE_LIBRARY_CHANGE_BYTES:
            out[0] = reads(a, size);
            out[1] = writes(a, size);
            return a ? 2 : 0;
        case HEDDLE_LIBRARY_FILL_TEMPLATE: {
            size_t length = strlen(a), last = size + TEMPLATE;
            out[0] = reads(a, length + 1);
            out[1] = writes(a + length - (length < last ? length : last), TEMPLATE);
            return length < last ? 1 : 2;
        }
        case HEDDLE_LIBRARY_WRITE_COUNTED: {
            int count;
            memcpy(&count, b, sizeof count);
            out[0] = writes(a, count > 0 ? (size_t)count * sizeof count : 0);
            return a ? 1 : 0;
        }
        case HEDDLE_LIBRARY_UNLOCKED:
            a = a ? a : (char *)(size ? stdout : stdin);
            out[0] = writes(STREAM_POINTERS(a), STREAM_POINTERS_SIZE);
            return 1;
        default: /* of files, or of texts */
            break;
    }
    return 0;
}

/* ---- the hook ---- */

/* So many strings, or up to NULL. */
static void read_texts(char *const *texts, size_t size, const struct heddle_site *site) {
    size_t count = 0;
    while (texts && (size == 0 || count < size) && texts[count]) {
        count++;
    }
    on_read(texts, (size == 0 && texts ? count + 1 : count) * sizeof *texts, site);
    for (size_t i = 0; i < count; i++) {
        on_read(texts[i], strlen(texts[i]) + 1, site);
    }
}

/* A loop that pauses reads nothing for that: it may be a wait for what else it reads. */
static void read_time(const void *time, size_t size, const struct heddle_site *site) {
    uint64_t reads = rt.shared->plain_reads, of_stack = rt.stack_reads;
    bool counts = time && !visible_now((uint64_t)(uintptr_t)time, size);
    on_read(time, time ? size : 0, site);
    if (counts) {
        rt.shared->plain_reads = reads;
        rt.stack_reads = of_stack;
    }
}

void on_library(int function, void *a, void *b, size_t size, const struct heddle_site *site) {
    if (!running()) {
        return;
    }
    if (function == HEDDLE_LIBRARY_READ_TEXTS) {
        read_texts(a, size, site);
        return;
    }
    if (function == HEDDLE_LIBRARY_READ_TIME) {
        read_time(a, size, site);
        return;
    }
    struct library_access accesses[4];
    uint32_t count = function >= HEDDLE_LIBRARY_WIDE ? wide_accesses(function, a, b, size, accesses)
                                                     : library_accesses(function, a, b, size, accesses);
    for (uint32_t i = 0; i < count; i++) {
        (accesses[i].writes ? on_write : on_read)(accesses[i].address, accesses[i].size, site);
    }
}

void memory_library(int function, void *a, void *b, size_t size, uint64_t site) {
    if (resolve_is_site(site)) {
        on_library(function, a, b, size, (const struct heddle_site *)(uintptr_t)site);
    }
}
